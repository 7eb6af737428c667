"""What `assay selfcheck` says of the lab, and whether its goals are met."""

from __future__ import annotations

import pytest
from report.measured import measured

from assay.analysis.figures import analyse
from assay.report import lab
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
def test_agreement_is_judged_by_its_interval(
    settings: Settings, theirs: list[float], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = analyse(measured(settings))
    told = [lab.Agreement("Other", "x/a encode", OURS, theirs)]
    goal = lab.show(found, told, harness_ns=1.0, harness_share=0.005, agreement=0.05)
    assert goal == expected
    line = next(line for line in capsys.readouterr().out.splitlines() if "Other" in line)
    assert line.split()[-1] == expected


def test_one_goal_that_is_missed_outweighs_what_is_undecided(settings: Settings) -> None:
    found = analyse(measured(settings))
    told = [
        lab.Agreement("One", "x/a encode", OURS, [90.0, 125.0, 99.0, 80.0, 118.0]),
        lab.Agreement("Other", "x/a encode", OURS, [120.0, 121.0, 122.0, 119.0, 120.0]),
    ]
    assert lab.show(found, told, harness_ns=1.0, harness_share=0.005, agreement=0.05) == "missed"
