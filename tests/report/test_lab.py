"""What `assay selfcheck` says of the lab, and whether its goals are met."""

from __future__ import annotations

import pytest
from report.measured import measured

from assay.analysis.figures import analyse
from assay.cli.selfcheck import GOALS
from assay.report import lab
from assay.report.exporters import terminal
from assay.results.request import Settings

OURS = [100.0, 101.0, 99.0, 100.0, 100.5]


@pytest.mark.parametrize(
    ("theirs", "expected"),
    [
        ([100.5, 101.0, 99.5, 100.2, 100.1], "met"),
        ([111.0, 112.0, 110.0, 111.5, 110.5], "missed"),
        ([90.0, 125.0, 99.0, 80.0, 118.0], "undecided"),
    ],
)
def test_agreement_is_judged_by_its_interval(settings: Settings, theirs: list[float], expected: str) -> None:
    found = analyse(measured(settings))
    told = [lab.Agreement("Other", "x/a encode", OURS, theirs)]
    said = lab.sections(found, told, GOALS)
    assert lab.outcome(said) == expected
    line = next(line for line in terminal.sections("", said).splitlines() if "Other" in line)
    assert line.split()[-1] == expected


def test_one_goal_that_is_missed_outweighs_what_is_undecided(settings: Settings) -> None:
    found = analyse(measured(settings))
    told = [
        lab.Agreement("One", "x/a encode", OURS, [90.0, 125.0, 99.0, 80.0, 118.0]),
        lab.Agreement("Other", "x/a encode", OURS, [120.0, 121.0, 122.0, 119.0, 120.0]),
    ]
    assert lab.outcome(lab.sections(found, told, GOALS)) == "missed"
