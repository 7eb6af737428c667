"""The ranked table of containers: that of codecs. Bytes are a record's share of its file."""

from __future__ import annotations

from assay.boundaries.codecs.table import COLUMNS

__all__ = ["COLUMNS"]
