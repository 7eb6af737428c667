"""Intervals for machines of a kind: how often they hold, what they are made of, and how many blocks are planned."""

from __future__ import annotations

import math

import numpy as np
import pytest

from assay.stats.machines import Levels, levels, moderate_machines, planned_blocks_each
from assay.stats.moderated import BASELINE, Comparison, moderate
from assay.stats.paired import RatioInterval, ratio_interval
from studies.simulations.clusters import Cluster, coverage, planned, some

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("machine_sd", [0.0, 0.02, 0.1])
@pytest.mark.parametrize("machines", [2, 3, 5, 10])
def test_intervals_hold_for_machines_of_the_kind(machines: int, machine_sd: float) -> None:
    found = coverage(Cluster((3,) * machines, machine_sd), 120)
    assert found.others >= 0.93
    assert found.pairs >= 0.90
    assert found.control >= 0.90


def test_machines_with_different_numbers_of_blocks_count_alike() -> None:
    for blocks in ((1, 5, 9), (2, 2, 8), (1, 1, 5, 5, 5)):
        for machine_sd in (0.0, 0.05):
            assert coverage(Cluster(blocks, machine_sd), 120).others >= 0.93


def test_who_takes_all_blocks_for_those_of_one_machine_cries_wolf() -> None:
    assert coverage(Cluster((3, 3, 3), 0.05), 120).blocks_only < 0.8


def test_more_blocks_do_not_stand_for_machines() -> None:
    few, many = (coverage(Cluster((blocks,) * 3, 0.05), 120) for blocks in (2, 20))
    assert many.half_width > 0.8 * few.half_width


def test_a_machine_counts_once() -> None:
    once = Comparison({"a": [0.1, 0.3, 0.2], "b": [0.0, 0.1, -0.1]})
    often = Comparison({"a": [0.1, 0.3, 0.1, 0.2, 0.1, 0.1], "b": [0.0, 0.1, 0.0, -0.1, 0.0, 0.0]})
    found = moderate_machines([often], [0, 1, 0, 2, 0, 0])[0]
    expected = some(moderate([once])[0].interval("a"))
    interval = some(found.interval("a"))
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))
    assert (interval.of, interval.blocks) == ("machine", 3)


def test_a_control_is_judged_by_the_blocks_of_all_machines() -> None:
    """The first machine is slow for both; nothing of it may show in what is between the two."""
    logs = {"again": [0.01, -0.02, 0.01, 0.0], "other": [0.5, 0.52, -0.5, -0.48]}
    found = moderate_machines([Comparison(logs, {BASELINE: "again"})], [0, 0, 1, 1])[0]
    expected = ratio_interval(np.exp(logs["again"]).tolist(), [1.0] * 4)
    assert some(found.interval("again")).half_width == pytest.approx(expected.half_width)
    assert some(found.interval("again")).of == "block"
    assert some(found.interval("other")).half_width > 1


def test_a_control_tells_nothing_about_machines() -> None:
    """It is a second process of the baseline, which halves what blocks scatter by, and no second machine."""
    logs = {"again": [0.01, -0.02, 0.01, 0.0], "a": [0.5, 0.52, -0.5, -0.48], "b": [0.1, 0.1, 0.2, 0.2]}
    with_it = moderate_machines([Comparison(logs, {BASELINE: "again"})], [0, 0, 1, 1])[0]
    both = {n: [x - y / 2 for x, y in zip(logs[n], logs["again"], strict=True)] for n in ("a", "b")}
    without = moderate_machines([Comparison(both)], [0, 0, 1, 1])[0]
    assert with_it.interval("a") == without.interval("a")
    assert with_it.own_half_width("again") == with_it.own_half_width(BASELINE)


def test_a_cell_of_one_machine_has_no_interval() -> None:
    found = moderate_machines([Comparison({"a": [0.1, 0.1, None], "b": [0.0, 0.1, 0.2]})], [0, 0, 1])[0]
    interval = some(found.interval("a"))
    assert (interval.blocks, interval.low, interval.high) == (1, 0.0, math.inf)


def test_every_block_needs_a_machine() -> None:
    with pytest.raises(ValueError, match="2 blocks and 1 machines"):
        moderate_machines([Comparison({"a": [0.1, 0.2]})], [0])


def test_what_machines_differ_by_is_told_from_what_blocks_do() -> None:
    rng = np.random.default_rng(3)
    machines = np.repeat(np.arange(200), 4)
    logs = rng.normal(0, 0.05, 200)[machines] + rng.normal(0, 0.02, 800)
    found = levels(logs.tolist(), machines.tolist())
    assert found is not None
    assert math.sqrt(found.between) == pytest.approx(0.05, rel=0.15)
    assert math.sqrt(found.within) == pytest.approx(0.02, rel=0.15)
    assert found.blocks == 4


def test_alike_machines_have_no_spread() -> None:
    found = levels([0.1, 0.3, 0.3, 0.1], [0, 0, 1, 1])
    assert found is not None and found.between == 0.0
    assert levels([0.1, 0.3], [0, 1]) is None
    assert levels([0.1, 0.3, None], [0, 0, 1]) is None


def interval(machines: int, degrees: float) -> RatioInterval:
    return RatioInterval(1.0, 0.9, 1.1, machines, 0.1, degrees=degrees, sd=0.01, of="machine")


def test_blocks_are_planned_until_the_precision_is_met() -> None:
    few = planned_blocks_each([(interval(5, 10), Levels(0.0, 0.02**2, 2))], 0.02, 50)
    many = planned_blocks_each([(interval(5, 10), Levels(0.0, 0.04**2, 2))], 0.02, 50)
    assert 2 <= few < many < 50


def test_blocks_that_cannot_help_are_not_planned() -> None:
    """With machines 5% apart no number of blocks brings three of them to 2%."""
    assert planned_blocks_each([(interval(3, 3), Levels(0.05**2, 0.05**2, 2))], 0.02, 50) == 4


def test_never_fewer_blocks_than_there_are_nor_more_than_the_most() -> None:
    assert planned_blocks_each([(interval(5, 10), Levels(0.0, 0.001**2, 3))], 0.02, 50) == 3
    assert planned_blocks_each([(interval(2, 1), Levels(0.0, 0.1**2, 3))], 0.02, 7) == 7
    assert planned_blocks_each([], 0.02, 7) == 0
    with pytest.raises(ValueError, match="positive"):
        planned_blocks_each([], 0.0, 7)


def test_a_planned_number_of_blocks_keeps_the_promise() -> None:
    for machine_sd in (0.0, 0.01):
        blocks, covered = planned(4, 2, machine_sd, 0.03)
        assert 2 <= blocks <= 20
        assert covered >= 0.92
