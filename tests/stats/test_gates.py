"""The rule of `assay gate` on planted slowdowns, 1,000 simulated gates each, at its threshold of 5%.

The process sds are those of contestants on a quiet and on an ordinary virtual machine (docs/gate.md has the table).
"""

from __future__ import annotations

import pytest

from studies.simulations.gates import gates
from studies.simulations.runs import World

pytestmark = pytest.mark.slow

QUIET = World(cells=2, process_sd=0.015)
ORDINARY = World(cells=2, process_sd=0.025)
HEAVY = World(cells=2, process_sd=0.025, heavy=True)


@pytest.mark.slow
@pytest.mark.parametrize("world", [QUIET, ORDINARY, HEAVY])
def test_the_same_code_hardly_ever_fails(world: World) -> None:
    assert gates(world, 0.0)["fail"] <= 0.01


@pytest.mark.slow
@pytest.mark.parametrize("world", [QUIET, ORDINARY, HEAVY])
def test_a_slowdown_of_twice_the_threshold_fails(world: World) -> None:
    found = gates(world, 0.10)
    assert found["fail"] >= 0.95
    assert found["pass"] == 0


@pytest.mark.parametrize("world", [QUIET, ORDINARY, HEAVY])
def test_at_the_threshold_itself_it_says_that_it_cannot_tell(world: World) -> None:
    found = gates(world, 0.05)
    assert found["fail"] <= 0.01
    assert found["undecided"] >= 0.9
