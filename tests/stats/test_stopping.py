"""The planned number of blocks: values worked out by hand, limits, errors; coverage: test_simulated.py."""

from __future__ import annotations

import math

import pytest

from assay.stats.stopping import blocks_needed
from assay.stats.student import t_quantile


def test_is_the_number_at_which_the_planned_half_width_is_within_the_precision() -> None:
    spread = 0.02
    blocks = blocks_needed([spread], 5, 0.02, 1000)
    assert blocks == math.ceil((t_quantile(0.95, 4) * spread / math.log1p(0.02)) ** 2) == 8
    assert math.expm1(t_quantile(0.95, 4) * spread / math.sqrt(blocks)) <= 0.02
    assert math.expm1(t_quantile(0.95, 4) * spread / math.sqrt(blocks - 1)) > 0.02


def test_the_widest_comparison_decides() -> None:
    assert blocks_needed([0.001, 0.03, 0.01], 5, 0.02, 1000) == blocks_needed([0.03], 5, 0.02, 1000)


@pytest.mark.parametrize(
    ("spreads", "max_blocks", "expected"),
    [
        ([0.0], 40, 5),
        ([], 40, 5),
        ([0.5], 40, 40),
        ([0.5], 3, 5),
        ([1e300], 40, 40),
        ([0.02], 8, 8),
        ([0.02], 9, 8),
    ],
)
def test_stays_between_the_first_stage_and_the_budget(spreads: list[float], max_blocks: int, expected: int) -> None:
    assert blocks_needed(spreads, 5, 0.02, max_blocks) == expected


def test_refuses_senseless_parameters() -> None:
    for spreads, stage, precision, confidence in (
        ([0.01], 1, 0.02, 0.95),
        ([0.01], 5, 0.0, 0.95),
        ([0.01], 5, math.nan, 0.95),
        ([-0.01], 5, 0.02, 0.95),
        ([math.nan], 5, 0.02, 0.95),
        ([math.inf], 5, 0.02, 0.95),
        ([0.01], 5, 0.02, 1.5),
    ):
        with pytest.raises(ValueError):
            blocks_needed(spreads, stage, precision, 40, confidence)
