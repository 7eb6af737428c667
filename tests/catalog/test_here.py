"""What CI must have, so that a missing toolchain there cannot pass for a green run."""

from __future__ import annotations

import os

import pytest

from assay.builder.builder import missing, recipe_for
from assay.catalog import catalog
from assay.catalog.catalog import Contestant


def _asks_for_more_than_its_kit(contestant: Contestant) -> bool:
    """Whether it wants a newer runtime than its kit does, which a machine that is good for all others may lack."""
    recipe = recipe_for(contestant)
    return recipe.tools_for(contestant) != recipe.tools


@pytest.mark.skipif(not os.environ.get("CI"), reason="people may lack toolchains; CI may not")
def test_ci_has_every_contestant_that_registries_carry() -> None:
    expected = [
        contestant
        for contestant in catalog.load().contestants.values()
        if not contestant.manifest.local and not _asks_for_more_than_its_kit(contestant)
    ]
    assert {c.name: reason for c in expected if (reason := missing(c))} == {}
