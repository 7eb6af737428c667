"""The noise floor."""

from __future__ import annotations

import math

import pytest

from assay.stats.noise import floor
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


def test_refuses_what_is_no_interval() -> None:
    with pytest.raises(ValueError):
        floor(interval(1, 1.1, 0.9))
    with pytest.raises(ValueError):
        floor(interval(1, math.nan, 1.1))
