"""The ratio within a block, and whether a cell still moves."""

from __future__ import annotations

import math

import numpy as np
import pytest

from assay.stats.rounds import common, log_ratio, moves
from studies.simulations import runs, studies


def test_above_zero_the_other_is_faster() -> None:
    assert log_ratio([200.0, 210.0, 190.0], [100.0, 105.0, 95.0]) == pytest.approx(math.log(2))


@pytest.mark.parametrize("count", [5, 6, 30, 31])
def test_preempted_rounds_carry_nothing(count: int) -> None:
    reference, other = [100.0] * count, [80.0] * count
    for place in range((count - 1) // 2):
        other[place] *= 3
    assert log_ratio(reference, other) == pytest.approx(math.log(1.25))


def test_speed_steps_of_the_machine_cancel() -> None:
    speed = np.repeat([1.0, 3.0, 1.0], 10)
    assert log_ratio((100 * speed).tolist(), (50 * speed).tolist()) == pytest.approx(math.log(2))


def test_swapping_the_cells_changes_the_sign() -> None:
    rng = np.random.default_rng(1)
    one, other = np.exp(rng.normal(0, 1, (2, 8))).tolist()
    assert log_ratio(one, other) == pytest.approx(-log_ratio(other, one))


def test_the_median_withstands_a_busy_neighbour_best() -> None:
    for others in (runs.trimmed, runs.hodges_lehmann, runs.mean):
        assert runs.location_error(runs.median, 30, 0.25, 400) < 0.5 * runs.location_error(others, 30, 0.25, 400)
    assert runs.location_error(runs.median, 30, 0.0, 400) < 0.01


def test_common_is_what_a_round_did_to_all() -> None:
    found = common([[1.0, 2.0, 1.0], [10.0, 20.0, 10.0], [5.0, 10.0, 50.0]])
    assert np.diff(found) == pytest.approx([math.log(2), -math.log(2)])


@pytest.mark.parametrize(("noise", "preempted"), [(0.01, 0.0), (0.03, 0.0), (0.02, 0.1), (0.02, 0.25), (0.03, 0.4)])
def test_a_still_cell_does_not_move(noise: float, preempted: float) -> None:
    assert studies.moving_share(studies.still, 30, noise, preempted) <= 0.01


@pytest.mark.parametrize(("shape", "count"), [(studies.step_at_half, 30), (studies.step_at_third, 60)])
def test_a_step_of_ten_per_cent_moves(shape: studies.Shape, count: int) -> None:
    assert studies.moving_share(shape, count, 0.02, 0.0, 200) >= 0.95


def test_a_slope_of_ten_per_cent_moves() -> None:
    assert studies.moving_share(studies.slope, 30, 0.01, 0.0, 200) >= 0.95


def test_few_rounds_show_nothing() -> None:
    assert not moves([2.0] * 5 + [1.0] * 5, [0.0] * 10)
    assert moves([2.0] * 6 + [1.0] * 6, [0.0] * 12)


def test_refuses_what_are_no_rounds() -> None:
    for reference, other in (([1.0], [1.0, 2.0]), ([], []), ([0.0], [1.0]), ([1.0], [math.nan])):
        with pytest.raises(ValueError):
            log_ratio(reference, other)
    with pytest.raises(ValueError):
        common([])
    with pytest.raises(ValueError):
        common([[1.0], [1.0, 2.0]])
    with pytest.raises(ValueError):
        moves([1.0], [0.0, 0.0])
    with pytest.raises(ValueError):
        moves([1.0], [0.0], tolerance=0)
