"""The intervals of ratios and of single cells: values worked out by hand, laws, errors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from assay.stats.paired import ratio_interval, typical
from assay.stats.student import t_quantile

times = st.floats(min_value=1e-3, max_value=1e12)
blocks = st.lists(st.tuples(times, times), min_size=2, max_size=30)


def test_agrees_with_scipys_paired_t_interval() -> None:
    rng = np.random.default_rng(1)
    reference, other = np.exp(rng.normal(5, 0.1, (2, 12)))
    interval = ratio_interval(reference.tolist(), other.tolist())
    expected = stats.ttest_rel(np.log(reference), np.log(other)).confidence_interval(0.95)
    assert interval.low == pytest.approx(math.exp(expected.low))
    assert interval.high == pytest.approx(math.exp(expected.high))
    assert interval.ratio == pytest.approx(stats.gmean(reference) / stats.gmean(other))
    assert interval.half_width == pytest.approx(interval.high / interval.ratio - 1)
    assert interval.blocks == 12


def test_twice_as_fast_is_two() -> None:
    interval = ratio_interval([200, 220, 180], [100, 110, 90])
    assert interval.ratio == pytest.approx(2)
    assert interval.low == pytest.approx(2)
    assert interval.half_width == pytest.approx(0)


def test_drift_shared_by_a_block_leaves_the_interval_alone() -> None:
    reference, other = [100.0, 102.0, 99.0, 101.0], [90.0, 93.0, 88.0, 92.0]
    drift = [1.0, 1.3, 1.9, 0.5]
    moved = ratio_interval(
        [a * b for a, b in zip(reference, drift, strict=True)],
        [a * b for a, b in zip(other, drift, strict=True)],
    )
    still = ratio_interval(reference, other)
    assert (moved.low, moved.high) == pytest.approx((still.low, still.high))


def test_one_block_says_nothing_of_the_spread() -> None:
    interval = ratio_interval([100], [50])
    assert interval.ratio == pytest.approx(2)
    assert (interval.low, interval.high) == (0, math.inf)
    assert (interval.half_width, interval.blocks) == (math.inf, 1)


@given(blocks)
def test_exchanging_the_cells_inverts_the_interval(pairs: list[tuple[float, float]]) -> None:
    reference, other = map(list, zip(*pairs, strict=True))
    there, back = ratio_interval(reference, other), ratio_interval(other, reference)
    assert there.ratio == pytest.approx(1 / back.ratio)
    if there.low > 1e-300 and there.high < 1e300:
        assert there.low == pytest.approx(1 / back.high)
    assert there.low <= there.ratio <= there.high


@given(blocks)
def test_more_confidence_is_a_wider_interval(pairs: list[tuple[float, float]]) -> None:
    reference, other = map(list, zip(*pairs, strict=True))
    narrow, wide = (ratio_interval(reference, other, confidence) for confidence in (0.9, 0.99))
    assert wide.low <= narrow.low <= narrow.high <= wide.high


@pytest.mark.parametrize(
    ("reference", "other"),
    [
        ([1.0], [1.0, 2.0]),
        ([], []),
        ([1.0, 0.0], [1.0, 1.0]),
        ([1.0], [-1.0]),
        ([math.nan], [1.0]),
        ([1.0], [math.inf]),
    ],
)
def test_refuses_what_are_no_paired_times(reference: list[float], other: list[float]) -> None:
    with pytest.raises(ValueError):
        ratio_interval(reference, other)


def test_refuses_senseless_parameters() -> None:
    with pytest.raises(ValueError):
        ratio_interval([1, 2], [1, 2], confidence=1)
    with pytest.raises(ValueError):
        ratio_interval([1], [1], confidence=0)
    with pytest.raises(ValueError):
        t_quantile(0.95, 0)


def test_typical_is_the_geometric_mean_with_an_interval_over_values() -> None:
    found = typical([90.0, 100.0, 110.0])
    logs = np.log([90.0, 100.0, 110.0])
    half = stats.t.ppf(0.975, 2) * logs.std(ddof=1) / math.sqrt(3)
    assert (found.value, found.low, found.high) == pytest.approx(
        tuple(np.exp([logs.mean(), logs.mean() - half, logs.mean() + half]))
    )
    once = typical([5.0])
    assert (once.low, once.high) == (0.0, math.inf) and once.value == pytest.approx(5.0)
