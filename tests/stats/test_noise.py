"""The noise floor and the verdict."""

from __future__ import annotations

import math

import pytest

from assay.stats.noise import floor, verdict
from assay.stats.paired import RatioInterval, ratio_interval


def interval(ratio: float, low: float, high: float) -> RatioInterval:
    return RatioInterval(ratio, low, high, 5, high / ratio - 1)


def test_floor_is_the_farther_end_on_logs() -> None:
    assert floor(interval(1.0, 0.99, 1.03)) == pytest.approx(0.03)
    assert floor(interval(1.0, 0.8, 1.1)) == pytest.approx(0.25)
    assert floor(interval(1.02, 1.01, 1.03)) == pytest.approx(0.03)


def test_floor_does_not_depend_on_which_copy_is_the_reference() -> None:
    one, two = [100, 104, 99], [101, 100, 103]
    assert floor(ratio_interval(one, two)) == pytest.approx(floor(ratio_interval(two, one)))


def test_floor_of_one_block_is_infinite() -> None:
    control = ratio_interval([100], [101])
    assert floor(control) == math.inf
    assert verdict(interval(9, 8, 10), math.inf) == "no difference"


@pytest.mark.parametrize(
    ("ratio", "low", "high", "expected"),
    [
        (1.2, 1.1, 1.3, "faster"),
        (1 / 1.2, 1 / 1.3, 1 / 1.1, "slower"),
        (1.2, 0.99, 1.4, "no difference"),
        (1.2, 1.0, 1.4, "no difference"),
        (1.04, 1.03, 1.05, "no difference"),
        (1 / 1.04, 1 / 1.05, 1 / 1.03, "no difference"),
        (1.06, 1.03, 1.09, "faster"),
    ],
)
def test_verdict_over_a_floor_of_five_per_cent(ratio: float, low: float, high: float, expected: str) -> None:
    assert verdict(interval(ratio, low, high), 0.05) == expected


def test_refuses_what_is_no_interval_and_no_floor() -> None:
    with pytest.raises(ValueError):
        floor(interval(1, 1.1, 0.9))
    with pytest.raises(ValueError):
        floor(interval(1, math.nan, 1.1))
    with pytest.raises(ValueError):
        verdict(interval(1, 0.9, 1.1), -0.1)
    with pytest.raises(ValueError):
        verdict(interval(1, 0.9, 1.1), math.nan)
