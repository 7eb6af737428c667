"""As C is."""

from __future__ import annotations

from assay.languages.c.profiling import PROFILING

__all__ = ["PROFILING"]
