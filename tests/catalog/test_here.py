"""What CI must have, so that a missing toolchain there cannot pass for a green run."""

from __future__ import annotations

import os

from assay.build.builder import missing
from assay.catalog import catalog


def test_ci_has_every_contestant_that_registries_carry() -> None:
    lacking = {c.name: missing(c) for c in catalog.load().contestants.values() if not c.manifest.local and missing(c)}
    assert not (lacking and os.environ.get("CI"))
