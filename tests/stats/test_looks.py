"""Looks at planned places: how often their intervals all hold, and what looking with ordinary intervals would do."""

from __future__ import annotations

import pytest

from assay.stats.looks import LOOKS, confidence_of_each
from studies.simulations.looking import Course, courses

pytestmark = pytest.mark.slow


def test_each_look_pays_for_all_and_less_than_if_they_had_nothing_in_common() -> None:
    for together in (0.9, 0.95, 0.99):
        each = confidence_of_each(together)
        assert together < each < 1 - (1 - together) / len(LOOKS)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0])
def test_refuses_what_is_no_confidence(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        confidence_of_each(confidence)


@pytest.mark.parametrize("process_sd", [0.015, 0.03])
@pytest.mark.parametrize("extra", [0.0, 0.02, 0.05])
def test_intervals_hold_at_every_look_until_the_run_ends(extra: float, process_sd: float) -> None:
    found = courses(extra, process_sd, confidence_of_each(), 300)
    assert missed(found) <= 0.06


@pytest.mark.parametrize("process_sd", [0.015, 0.03])
def test_the_same_code_is_seldom_told_apart(process_sd: float) -> None:
    found = courses(0.0, process_sd, confidence_of_each(), 300)
    assert sum(one.verdict in ("faster", "slower") for one in found) / len(found) <= 0.05


def test_who_looks_with_ordinary_intervals_is_wrong_more_often() -> None:
    assert missed(courses(0.0, 0.03, 0.95, 300)) > 2 * missed(courses(0.0, 0.03, confidence_of_each(), 300))


def test_what_is_plain_ends_early() -> None:
    large, small = (courses(extra, 0.03, confidence_of_each(), 60) for extra in (0.25, 0.05))
    assert sum(one.blocks for one in large) < sum(one.blocks for one in small) / 2
    assert all(one.verdict == "slower" for one in large)


def missed(found: list[Course]) -> float:
    return sum(one.missed for one in found) / len(found)
