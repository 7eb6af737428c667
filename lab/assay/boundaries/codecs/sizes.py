"""Sizes of a record set in one format: a record, and the whole set compressed."""

from __future__ import annotations

import statistics
import zlib
from collections.abc import Sequence

import zstandard

from assay.results.document import Sizes

ZSTD_LEVEL = 3
DEFLATE_LEVEL = 6


def sizes(frames: Sequence[bytes]) -> Sizes:
    """Sizes in bytes. The compressors see the records one after another, without lengths between them."""
    lengths = [len(data) for data in frames]
    whole = b"".join(frames)
    return Sizes(
        mean=statistics.fmean(lengths),
        median=statistics.median(lengths),
        largest=max(lengths),
        zstd=len(zstandard.ZstdCompressor(ZSTD_LEVEL).compress(whole)),
        deflate=len(zlib.compress(whole, DEFLATE_LEVEL)),
    )
