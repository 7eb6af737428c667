"""Verdicts beside a threshold: their definitions, Holm's correction, and how often they are wrong."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats

from assay.stats.paired import RatioInterval, ratio_interval
from assay.stats.thresholds import Difference, holm, outcomes

SURE = {"error": 0.005, "degrees": 30.0}


def verdicts(*ratios: float, error: float = 0.005, degrees: float = 30.0, threshold: float = 0.05) -> list[str]:
    differences = [Difference(math.log(ratio), error, degrees) for ratio in ratios]
    return [it.verdict for it in outcomes(differences, threshold)]


def test_the_four_verdicts() -> None:
    assert verdicts(0.9, 1.1, 1.0, 0.95) == ["slower", "faster", "same", "undecided"]


def test_what_is_cleared_cannot_be_a_regression() -> None:
    slow, grey, fast = outcomes([Difference(math.log(r), 0.02, 20.0) for r in (0.93, 0.99, 1.06)], 0.05)
    assert (slow.cleared, grey.cleared, fast.cleared) == (False, False, True)
    assert fast.verdict == "undecided"


def test_nothing_is_said_of_one_block() -> None:
    one = Difference.of(RatioInterval(0.1, 0.0, math.inf, 1, math.inf))
    assert outcomes([one], 0.05)[0].verdict == "undecided"
    assert one.interval(0.95)[1:] == (0.0, math.inf)


def test_no_error_at_all_decides_by_the_difference() -> None:
    assert verdicts(0.9, 1.0, 1.2, error=0.0) == ["slower", "same", "faster"]


def test_a_threshold_is_positive() -> None:
    with pytest.raises(ValueError, match="positive"):
        outcomes([], 0.0)


@given(some.lists(some.floats(0, 1), min_size=1, max_size=12), some.floats(0.001, 0.2))
def test_holm_rejects_what_its_definition_rejects(p: list[float], level: float) -> None:
    expected = set()
    for rank, place in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        if (len(p) - rank) * p[place] > level:
            break
        expected.add(place)
    assert {place for place, it in enumerate(holm(p)) if it <= level} == expected


def test_the_difference_of_two_is_welchs() -> None:
    rng = np.random.default_rng(1)
    new, old = rng.normal(0.1, 0.02, 7), rng.normal(0, 0.05, 5)
    each = [
        Difference(float(it.mean()), float(it.std(ddof=1)) / math.sqrt(it.size), it.size - 1.0) for it in (new, old)
    ]
    theirs = stats.ttest_ind(new, old, equal_var=False)
    ours = each[0].less(each[1])
    assert ours.degrees == pytest.approx(theirs.df)
    assert ours.log / ours.error == pytest.approx(theirs.statistic)


def test_an_interval_of_a_run_is_kept() -> None:
    plain = ratio_interval([100.0, 104.0, 98.0, 101.0], [90.0, 95.0, 91.0, 89.0])
    sd = math.log1p(plain.half_width) * 2 / float(stats.t.ppf(0.975, 3))
    moderated = RatioInterval(plain.ratio, plain.low, plain.high, 4, plain.half_width, degrees=3.0, sd=sd)
    assert Difference.of(moderated).interval(0.95) == pytest.approx((plain.ratio, plain.low, plain.high))


def test_with_many_equal_cells_hardly_any_comparison_cries_wolf() -> None:
    """40 cells at the threshold itself, where an uncorrected test would cry in 64 comparisons of 100."""
    rng = np.random.default_rng(2)
    cries = 0
    for _ in range(1000):
        drawn = rng.normal(-math.log(1.05), 0.01, 40)
        cries += any(it.verdict == "slower" for it in outcomes([Difference(d, 0.01, 1e6) for d in drawn], 0.05))
    assert cries <= 40
