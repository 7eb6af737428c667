"""Pages can be opened here."""

from __future__ import annotations

from opening import chromium, opened

__all__ = ["chromium", "opened"]
