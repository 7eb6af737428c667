"""The planned number of blocks: values worked out by hand, limits, errors; coverage: test_moderated.py."""

from __future__ import annotations

import math

import pytest

from assay.stats.paired import RatioInterval
from assay.stats.stopping import planned_blocks
from assay.stats.student import t_quantile


def moderated(sd: float, *, blocks: int = 3, degrees: float = 6, two_speed: bool = False) -> RatioInterval:
    half = math.expm1(t_quantile(0.95, degrees) * sd / math.sqrt(blocks))
    return RatioInterval(1.0, 1 / (1 + half), 1 + half, blocks, half, degrees, sd, two_speed)


def test_a_plan_meets_the_precision() -> None:
    blocks = planned_blocks([moderated(0.02)], 0.02, 100)
    assert blocks == math.ceil((t_quantile(0.95, 6) * 0.02 / math.log1p(0.02)) ** 2) == 7


def test_one_wild_cell_in_ten_does_not_decide_and_two_speeds_never_do() -> None:
    ordinary = [moderated(0.02)] * 9
    assert planned_blocks([*ordinary, moderated(0.5)], 0.02, 100) == planned_blocks(ordinary, 0.02, 100)
    assert planned_blocks([*ordinary, *[moderated(0.5)] * 2], 0.02, 100) == 100
    assert planned_blocks([moderated(0.02), moderated(0.5, two_speed=True)], 0.02, 100) == 7


@pytest.mark.parametrize(("sd", "most", "expected"), [(0.0, 40, 3), (0.5, 40, 40), (0.5, 2, 3), (1e300, 40, 40)])
def test_a_plan_stays_between_what_is_done_and_the_budget(sd: float, most: int, expected: int) -> None:
    wide = RatioInterval(1.0, 0.0, math.inf, 3, math.inf, 6.0, sd)
    assert planned_blocks([wide], 0.02, most) == expected


def test_nothing_to_plan_and_senseless_precision() -> None:
    assert planned_blocks([], 0.02, 40) == 0
    assert planned_blocks([moderated(0.5, two_speed=True)], 0.02, 40) == 3
    with pytest.raises(ValueError):
        planned_blocks([], 0.0, 40)
