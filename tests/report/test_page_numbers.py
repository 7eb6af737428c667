"""What a page says of two cells is what the lab computes: ratios, intervals, verdicts, and their words."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import pytest
from report.seen import DOCUMENTS, Open, analysed

from assay.analysis.figures import Analysis, Comparison, Row, analyse
from assay.base import words
from assay.report import columns
from assay.report.page import document
from assay.results.document import Cluster, ClusterMachine
from assay.stats.verdict import blocks_to_decide, verdict

pytestmark = pytest.mark.slow

MARGIN = 0.03  # of all these runs
ALL_PAIRS = """() => assay.page.subjects.map((subject) => {
  const cells = [];
  for (let cell = subject.begin; cell < subject.end; cell++) if (assay.page.cells.time[cell] > 0) cells.push(cell);
  return cells.flatMap((one) => cells.filter((other) => other !== one).map((other) => {
    const found = assay.pair(assay.page, subject, one, other);
    if (!found) return null;
    const { ratio, low, high, verdict, more, of } = found;
    return [[ratio, low, high].map((x) => x === Infinity ? 'inf' : x), verdict, more, of];
  }));
})"""
BESIDE = """() => assay.page.subjects.flatMap((subject) => {
  const { page } = assay;
  const cells = Array.from({ length: subject.end - subject.begin }, (_, place) => subject.begin + place);
  const isBase = (cell) => page.contestants[page.cells.contestant[cell]].name === page.baseline;
  const base = cells.find((cell) => isBase(cell) && !page.cells.again[cell] && page.cells.time[cell] > 0) ?? -1;
  return cells.filter((cell) => page.cells.time[cell] > 0).map((cell) => {
    const found = assay.beside(page, { subject }, base, cell);
    return base < 0 ? null : [found.speed, found.verdict];
  });
})"""


def with_numbers(comparison: Comparison) -> list[Row]:
    return [row for row in comparison.rows if row.time]


def pairs(comparison: Comparison) -> Iterator[list[Any] | None]:
    """As the page gives them."""
    compared = comparison.compared
    assert compared is not None
    for one, other in itertools.permutations(with_numbers(comparison), 2):
        found = compared.pair(one.cell, other.cell)
        if found is None:
            yield None
            continue
        more = blocks_to_decide(found, MARGIN) or 0
        yield [[found.ratio, found.low, found.high], verdict(found, MARGIN), more, found.of]


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_all_pairs_are_those_of_the_lab(name: str, opened: Open) -> None:
    assert_alike(analysed(name), opened)


def test_all_pairs_over_machines_are_those_of_the_lab(opened: Open) -> None:
    analysis = over_machines("2026-11-22-js-formats")
    assert {row.ratio.of for comparison in analysis.comparisons for row in comparison.rows if row.ratio} == {
        "block",
        "machine",
    }
    assert_alike(analysis, opened)
    assert_beside(analysis, opened)


def over_machines(name: str) -> Analysis:
    """A document as if its blocks had been measured on two machines in turn, the first of them with one more."""
    found = analysed(name).document.model_copy(deep=True)
    found.cluster = Cluster(
        kind="k",
        machines=[ClusterMachine(machine=found.machine, identity=str(number), computer=number) for number in (0, 1)],
    )
    for block in found.blocks:
        block.machine = block.index % 2
    return analyse(found)


def assert_alike(analysis: Analysis, opened: Open) -> None:
    assert analysis.document.plan.settings.margin == MARGIN
    theirs = opened(document.render(analysis)).evaluate(ALL_PAIRS)
    compared = 0
    for comparison, found in zip(analysis.comparisons, theirs, strict=True):
        ours = list(pairs(comparison)) if comparison.compared else []
        for one, other in zip(ours, found, strict=True):
            if one is None or other is None:
                assert one is other
                continue
            assert one[1:] == other[1:]
            assert [float(end) for end in other[0]] == [pytest.approx(end, rel=1e-6) for end in one[0]]
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", DOCUMENTS)
def test_beside_the_baseline_of_the_run_it_says_what_the_report_says(name: str, opened: Open) -> None:
    assert_beside(analysed(name), opened)


def assert_beside(analysis: Analysis, opened: Open) -> None:
    theirs = opened(document.render(analysis)).evaluate(BESIDE)
    ours = [row for comparison in analysis.comparisons for row in with_numbers(comparison)]
    assert len(ours) == len(theirs)
    for row, said in zip(ours, theirs, strict=True):
        if said is not None:
            assert said == [columns.speed(row), columns.verdict(row)]


def test_words_are_those_of_the_lab(opened: Open) -> None:
    numbers = [m * 10.0**power for power in range(-4, 13) for m in (1, 1.2345, 2.5, 4.449, 9.994, 9.996, 9.9996)]
    page = opened(document.render(analysed("2026-11-22-js-formats")))
    for name in ("three", "nanoseconds", "count", "size", "percent", "times", "about"):
        theirs = page.evaluate(f"numbers => numbers.map(assay.words.{name})", numbers)
        assert theirs == [getattr(words, name)(number) for number in numbers]
    assert page.evaluate("[0, Infinity].map(assay.words.three)") == [words.three(0), words.three(math.inf)]
