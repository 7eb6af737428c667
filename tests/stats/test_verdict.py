"""Verdicts, what it takes to reach one, ranks with ties."""

from __future__ import annotations

import math

import pytest

from assay.stats.paired import RatioInterval, ratio_interval
from assay.stats.student import t_quantile
from assay.stats.verdict import Goal, Verdict, blocks_to_decide, goal, ranks, verdict


def interval(ratio: float, half: float, blocks: int = 5) -> RatioInterval:
    degrees = float(blocks)
    sd = math.log1p(half) * math.sqrt(blocks) / t_quantile(0.95, degrees)
    return RatioInterval(ratio, ratio / (1 + half), ratio * (1 + half), blocks, half, degrees, sd)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1.1, 1.3, "faster"),
        (0.5, 0.9, "slower"),
        (0.98, 1.02, "same"),
        (1.001, 1.02, "same"),
        (1.001, 1.05, "faster"),
        (1 / 1.03, 1.03, "same"),
        (0.0064, 6.95, "undecided"),
        (0.99, 1.04, "undecided"),
        (1.0, 1.2, "undecided"),
        (0.0, math.inf, "undecided"),
    ],
)
def test_verdict(low: float, high: float, expected: Verdict) -> None:
    assert verdict(RatioInterval(math.sqrt(low * high) if low else 1.0, low, high, 5, 0.1)) == expected


@pytest.mark.parametrize(
    ("ratio", "low", "high", "expected"),
    [
        (1.0, 0.98, 1.03, "met"),
        (1.0, 0.95, 1.05, "met"),
        (1.03, 0.861, 1.24, "undecided"),
        (1.0, 0.9, 1.02, "undecided"),
        (1.09, 1.01, 1.19, "missed"),
        (0.942, 0.856, 1.04, "missed"),
        (0.92, 0.9, 0.94, "missed"),
    ],
)
def test_figures_agree_where_ratio_and_interval_say_so(ratio: float, low: float, high: float, expected: Goal) -> None:
    assert goal(RatioInterval(ratio, low, high, 5, 0.1), 0.05) == expected


def test_the_margin_is_the_users() -> None:
    assert verdict(interval(1.0, 0.05)) == "undecided"
    assert verdict(interval(1.0, 0.05), margin=0.1) == "same"
    with pytest.raises(ValueError):
        verdict(interval(1.0, 0.05), margin=0)


def test_what_is_decided_needs_no_more_blocks() -> None:
    assert blocks_to_decide(interval(1.5, 0.1)) == 0
    assert blocks_to_decide(interval(1.0, 0.01)) == 0


def test_blocks_to_exclude_one() -> None:
    found = interval(1.1, 0.15)
    more = blocks_to_decide(found)
    assert more is not None
    assert found.sd is not None
    assert found.degrees is not None

    def half(extra: int) -> float:
        assert found.sd is not None
        assert found.degrees is not None
        return t_quantile(0.95, found.degrees + extra) * found.sd / math.sqrt(5 + extra)

    assert half(more) < math.log(1.1) <= half(more - 1)


def test_blocks_to_fit_the_margin() -> None:
    more = blocks_to_decide(interval(1.0, 0.06))
    assert more is not None
    assert 5 < more < 20
    wider = blocks_to_decide(interval(1.0, 0.06), margin=0.05)
    assert wider is not None
    assert wider < more


def test_the_hardest_pair_lies_at_half_the_margin() -> None:
    half_way = blocks_to_decide(interval(1.015, 0.1))
    easy = blocks_to_decide(interval(1.0, 0.1))
    assert half_way is not None
    assert easy is not None
    assert half_way > 2 * easy


def test_blocks_that_nobody_waits_for() -> None:
    assert blocks_to_decide(interval(1.015, 2.0)) is None
    assert blocks_to_decide(ratio_interval([1.0], [1.1])) is None
    plain = ratio_interval([1.0, 1.1, 1.2], [1.0, 1.0, 1.0])
    assert blocks_to_decide(plain) is not None


def test_ranks_are_shared_by_cells_that_are_not_told_apart() -> None:
    speeds = {"a": 1.0, "b": 0.97, "c": 0.94, "d": 0.5, "e": 0.5}

    def pair(first: str, second: str) -> RatioInterval:
        return interval(speeds[second] / speeds[first], 0.05)

    # c is not told apart from b, but it is from a, the first of their rank.
    assert ranks(list("abcde"), pair) == [1, 1, 3, 4, 4]
    assert ranks([], pair) == []
    assert ranks(["a", "d"], lambda *_: None) == [1, 1]
