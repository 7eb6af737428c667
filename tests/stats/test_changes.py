"""Changes of level over dated runs: false alarms and power, simulated with fixed seeds; and what must never happen."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.stats.changes import FEWEST, SHORTEST, levels
from assay.stats.partition import partition
from studies.simulations.courses import Course, called


@pytest.mark.parametrize(
    "course",
    [Course(), Course(inside=0.0), Course(between=0.005, inside=0.005), Course(between=0.05), Course(heavy=True)],
)
def test_stable_courses_of_30_runs_rarely_show_a_change(course: Course) -> None:
    assert called(course, repeats=1000).any <= 0.05


@pytest.mark.parametrize("at", [0.1, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("step", [0.1, -0.1])
def test_a_step_of_ten_per_cent_in_noise_of_two_is_found(step: float, at: float) -> None:
    assert called(Course(inside=0.0), step, at, repeats=300).any >= 0.95


def test_the_place_of_a_step_is_found() -> None:
    assert called(Course(inside=0.0), 0.1, repeats=300).right >= 0.9


def test_one_odd_run_is_no_change() -> None:
    logs = [0.0, 0.01, 0.0, -0.01, 0.0, 0.0, 0.01, -0.01, 0.0]
    for place in range(len(logs) + 1):
        assert len(levels([*logs[:place], 0.5, *logs[place:]], [0.01] * 10)) == 1, place


def test_wide_intervals_hide_a_step_and_narrow_ones_show_it() -> None:
    logs = [0.0, 0.01, -0.01, 0.0, 0.01, 0.1, 0.11, 0.1, 0.09, 0.1]
    assert [(level.start, level.stop) for level in levels(logs, [0.005] * 10)] == [(0, 5), (5, 10)]
    assert len(levels(logs, [0.1] * 10)) == 1


def test_levels_are_weighted_means() -> None:
    (level,) = levels([0.0, 0.02], [0.0, 1.0])
    assert 0 <= level.log < 0.001


@given(st.lists(st.floats(-2, 2), max_size=40), st.floats(0, 0.2))
def test_levels_share_out_the_course(logs: list[float], error: float) -> None:
    found = levels(logs, [error] * len(logs))
    assert [place for level in found for place in range(level.start, level.stop)] == list(range(len(logs)))
    assert all(level.stop - level.start >= SHORTEST for level in found) or len(found) <= 1
    assert len(logs) >= FEWEST or len(found) <= 1


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=9), st.integers(1, 3), st.floats(0.01, 3))
def test_the_partition_is_the_best_of_all(values: list[float], shortest: int, penalty: float) -> None:
    """Compared with every way to cut there is."""
    array = np.asarray(values)
    weights = np.linspace(1, 2, array.size)

    def cost(bounds: list[int]) -> float:
        total = 0.0
        for start, stop in itertools.pairwise(bounds):
            part, weight = array[start:stop], weights[start:stop]
            total += penalty + float((weight * (part - np.average(part, weights=weight)) ** 2).sum())
        return total

    def ways(start: int) -> list[list[int]]:
        if start == array.size:
            return [[start]]
        return [[start, *rest] for stop in range(start + shortest, array.size + 1) for rest in ways(stop)]

    if array.size >= shortest:
        assert math.isclose(
            cost(partition(array, penalty, weights, shortest)), min(map(cost, ways(0))), rel_tol=1e-9, abs_tol=1e-9
        )


@pytest.mark.parametrize(
    ("logs", "errors"), [([1.0], []), ([math.inf], [0.1]), ([0.0], [math.nan]), ([0.0], [-1.0]), ([0.0], [math.inf])]
)
def test_what_is_no_course(logs: list[float], errors: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        levels(logs, errors)


def test_no_runs_have_no_levels() -> None:
    assert levels([], []) == []
