"""Canonical forms of plain values, as the lab calls them; the Python kit has the same from the same package."""

from assay_plain.canonical import Reader, Writer, reader, writer
from assay_plain.misfit import Misfit, found
from assay_plain.types import RANGES
from assay_plain.unions import branch_of, is_marked

__all__ = ["RANGES", "Misfit", "Reader", "Writer", "branch_of", "found", "is_marked", "reader", "writer"]
