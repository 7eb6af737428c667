"""The steadiness of a warm-up: its power by simulation, its laws, its errors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.stats.steady import Steadiness, steady
from studies.simulations import studies


@pytest.mark.parametrize(("count", "share"), [(3, 0.9), (5, 0.95), (10, 0.95), (40, 0.97), (300, 0.97)])
def test_accepts_flat_series(count: int, share: float) -> None:
    assert studies.steady_share(studies.flat, count) >= share


@pytest.mark.parametrize("count", [10, 40, 100])
def test_accepts_flat_series_of_correlated_noise(count: int) -> None:
    assert studies.steady_share(studies.flat, count, batch_correlation=0.5) >= 0.95


@pytest.mark.parametrize("count", [12, 20, 40, 100])
def test_finds_a_step_in_the_last_quarter(count: int) -> None:
    step = count - count // 4
    found = [steady(times) for times in studies.warm_ups(studies.late_step, count)]
    assert not any(it.is_steady for it in found)
    assert sum(any(segment.start == step for segment in it.segments) for it in found) >= 0.97 * len(found)


def test_cuts_the_warm_up_after_the_last_step() -> None:
    found = [steady(times) for times in studies.warm_ups(studies.warming_by_steps, 40)]
    assert sum(it.is_steady and it.start == 14 for it in found) >= 0.95 * len(found)


def test_waits_for_smooth_warm_up() -> None:
    found = [steady(times) for times in studies.warm_ups(studies.warming_smoothly, 100)]
    good = [it for it in found if it.is_steady]
    assert len(good) >= 0.9 * len(found)
    assert np.percentile([it.start for it in good], 5) >= 15
    assert studies.steady_share(studies.warming_smoothly, 20) <= 0.02


@pytest.mark.parametrize("count", [20, 40, 100, 300])
def test_endless_drift_is_never_steady(count: int) -> None:
    assert studies.steady_share(studies.drifting, count) <= 0.01


@pytest.mark.parametrize("count", [20, 40, 100])
def test_cycles_are_never_steady(count: int) -> None:
    assert studies.steady_share(studies.cyclic, count) <= 0.01


def test_asking_again_and_again_does_not_wear_it_down() -> None:
    assert studies.first_steady(studies.drifting)[2] >= 0.97
    assert studies.first_steady(studies.warming_by_steps)[0] <= 35
    assert studies.first_steady(studies.flat)[1] <= 25


@pytest.mark.parametrize("spikes", [(5,), (19,), (5, 6), (18, 19), (3, 9, 15)])
def test_outliers_are_no_changes(spikes: tuple[int, ...]) -> None:
    rng = np.random.default_rng(3)
    times = np.exp(rng.normal(0, 0.01, 20))
    times[list(spikes)] *= 1.5
    found = steady(times.tolist())
    if spikes == (18, 19):
        # Two of the last three batches: as likely a change, so it waits.
        assert not found.is_steady
    else:
        assert found.is_steady
        assert len(found.segments) == 1


def test_a_slow_first_batch_is_warm_up() -> None:
    found = steady([300, 100, 101, 99, 100, 100])
    assert (found.is_steady, found.start) == (True, 1)
    assert [(it.start, it.stop) for it in found.segments] == [(0, 1), (1, 6)]
    assert found.segments[0].level == pytest.approx(300)


def test_segments_within_the_tolerance_are_one_level() -> None:
    rng = np.random.default_rng(4)
    times = np.exp(rng.normal(0, 0.002, 60))
    times[:45] *= 1.02
    joined = steady(times.tolist(), tolerance=0.03)
    apart = steady(times.tolist(), tolerance=0.01)
    assert (joined.is_steady, joined.start) == (True, 0)
    assert (apart.is_steady, apart.start) == (False, 45)


def test_too_few_batches_are_not_steady() -> None:
    assert steady([]) == Steadiness(False, 0, ())
    assert not steady([100.0]).is_steady
    assert not steady([100.0, 100.0]).is_steady
    assert steady([100.0, 100.0, 100.0]).is_steady
    assert not steady([100.0] * 9, min_batches=10).is_steady


series = st.lists(st.floats(min_value=1e-3, max_value=1e9), min_size=1, max_size=60)


@settings(max_examples=150, deadline=None)
@given(series)
def test_segments_tile_the_series(times: list[float]) -> None:
    found = steady(times)
    assert found.segments[0].start == 0
    assert found.segments[-1].stop == len(times)
    for left, right in zip(found.segments, found.segments[1:], strict=False):
        assert left.stop == right.start
    assert all(segment.start < segment.stop for segment in found.segments)
    assert found.start in {segment.start for segment in found.segments}


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000), st.floats(min_value=1e-6, max_value=1e6))
def test_the_unit_of_time_does_not_matter(seed: int, unit: float) -> None:
    times = np.exp(studies.warming_by_steps(30) + np.random.default_rng(seed).normal(0, 0.01, 30))
    here, there = steady(times.tolist()), steady((times * unit).tolist())
    assert (here.is_steady, here.start, len(here.segments)) == (
        there.is_steady,
        there.start,
        len(there.segments),
    )


def test_refuses_what_are_no_times_and_senseless_parameters() -> None:
    for times in ([0.0, 1.0], [-1.0], [math.nan], [math.inf]):
        with pytest.raises(ValueError):
            steady(times)
    with pytest.raises(ValueError):
        steady([1.0], tolerance=0)
    with pytest.raises(ValueError):
        steady([1.0], min_batches=0)
    with pytest.raises(ValueError):
        steady([1.0], min_share=1.5)
