"""A product of ratios: its value, when nothing is known of it, and how often its interval holds the truth."""

from __future__ import annotations

import math
from random import Random

import pytest

from assay.stats.paired import RatioInterval, ratio_interval
from assay.stats.weighted import weighted


def known(logs: list[float]) -> RatioInterval:
    """The interval of these log ratios, with its spread, as a fit gives it."""
    plain = ratio_interval([math.exp(log) for log in logs], [1.0] * len(logs))
    mean = sum(logs) / len(logs)
    sd = math.sqrt(sum((log - mean) ** 2 for log in logs) / (len(logs) - 1))
    return RatioInterval(
        plain.ratio, plain.low, plain.high, plain.blocks, plain.half_width, degrees=len(logs) - 1, sd=sd
    )


def test_of_one_part_it_is_that_part() -> None:
    one = known([0.1, 0.2, 0.15])
    found = weighted([(one, 1.0), (known([5.0, 6.0]), 0.0)])
    assert (found.ratio, found.low, found.high) == pytest.approx((one.ratio, one.low, one.high))


def test_the_ratio_is_the_product_of_powers() -> None:
    found = weighted([(known([0.4, 0.4]), 0.5), (known([-0.1, -0.1]), 0.25)], factor=2.0)
    assert found.ratio == pytest.approx(2 * math.exp(0.2 - 0.025))
    assert found.low == found.high == pytest.approx(found.ratio)


def test_with_one_block_nothing_is_known() -> None:
    single = RatioInterval(3.0, 0.0, math.inf, 1, math.inf)
    found = weighted([(single, 0.5), (known([0.1, 0.2]), 0.5)])
    assert (found.low, found.high) == (0.0, math.inf)
    assert found.ratio == pytest.approx(math.exp(0.5 * math.log(3) + 0.5 * 0.15))


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng = Random(5)
    held = 0
    for _ in range(2000):
        write = known([rng.gauss(0.3, 0.02) for _ in range(4)])
        read = known([rng.gauss(-0.2, 0.06) for _ in range(4)])
        found = weighted([(write, 1 / 3), (read, 1 / 3)])
        held += found.low <= math.exp(0.1 / 3) <= found.high
    assert 0.93 <= held / 2000 <= 0.98
