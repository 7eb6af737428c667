"""Each tool, shortened, on a real pair: what it prints is understood. How fast anything is, is not looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from asking import BRIEF

from assay.builder.builder import missing, rest
from assay.catalog import catalog
from assay.results.deciding import Asked
from studies.deciding.course import pair_of, subjects
from studies.deciding.planting import OPERATION, plant
from studies.deciding.tools.assay import Assay
from studies.deciding.tools.criterion import Criterion
from studies.deciding.tools.hyperfine import Hyperfine
from studies.deciding.tools.jmh import Jmh
from studies.deciding.tools.mitata import Mitata
from studies.deciding.tools.pyperf import Pyperf
from studies.deciding.tools.tool import Tool

pytestmark = pytest.mark.slow


def shortened() -> Iterator[Tool]:
    short: dict[Callable[[], Tool], tuple[str, ...]] = {
        Criterion: ("--warm-up-time", "0.1", "--measurement-time", "0.1", "--sample-size", "10"),
        Jmh: ("-f", "1", "-wi", "0", "-i", "3", "-r", "50ms"),
        Pyperf: ("--processes", "2", "--values", "2", "--warmups", "0", "--min-time", "0.01"),
        Hyperfine: ("--warmup", "0", "--runs", "2"),
        Mitata: (),
        Assay: (),
    }
    for make, options in short.items():
        tool = make()
        tool.options = options
        if isinstance(tool, Hyperfine):
            tool.seconds = 0.05
        if isinstance(tool, Assay):
            tool.profile = replace(BRIEF, budget=15.0)  # brief processes may need many blocks to decide
        yield tool


@pytest.mark.parametrize(
    ("tool", "language"),
    [pytest.param(tool, language, id=f"{tool.name}-{language}") for tool in shortened() for language in tool.languages],
)
def test_a_tool_says_something_of_a_pair(
    tool: Tool, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # JMH wants to be the only one of its kind on a machine; the tests beside this one may run it, too.
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Djmh.ignoreLock=true")
    original = catalog.load().contestant(subjects()[language])
    if problem := missing(original) or tool.problem():
        pytest.skip(problem)
    asked = Asked(
        tools=[tool.name],
        contestants={language: original.name},
        extras=[25],
        repeats=1,
        disturbed=[False],
        workload="person",
        records=101,
        operation=OPERATION,
        margin=0.03,
        seed=42,
    )
    known = catalog.load([plant(original, extra) for extra in (None, 25)])
    pair = pair_of(known, original, 25, asked, 0, tmp_path)
    tool.prepare(pair)
    rest()
    folder = tmp_path / "trial"
    folder.mkdir()
    answer = tool.decide(pair, folder)
    assert answer.verdict in ("faster", "slower", "same", "undecided")
    assert any(digit in answer.said for digit in "0123456789") or "not significant" in answer.said
    assert tool.version()[0].isdigit()
