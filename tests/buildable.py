"""The contestants that tests can be about on this machine."""

from __future__ import annotations

from functools import cache

from assay.builder.builder import missing
from assay.catalog import catalog
from assay.catalog.catalog import Contestant


@cache
def here() -> tuple[Contestant, ...]:
    """The contestants that this machine can build: `assay setup` brings toolchains that Debian has, CI has them all."""
    return tuple(c for c in catalog.load().contestants.values() if not missing(c))
