"""The contestants that tests can be about on this machine."""

from __future__ import annotations

from assay.build.builder import missing
from assay.catalog import catalog
from assay.catalog.catalog import Contestant


def here() -> list[Contestant]:
    """The contestants that this machine can build: `assay setup` brings toolchains that Debian has, CI has them all."""
    return [c for c in catalog.load().contestants.values() if not missing(c)]
