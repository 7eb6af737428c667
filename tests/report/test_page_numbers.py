"""What a page computes is what the lab computes: quantiles, ratios, intervals, verdicts, and their words."""

from __future__ import annotations

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
from assay.stats.student import t_quantile
from assay.stats.verdict import verdict

MARGIN = 0.03  # of all these runs
ALL_PAIRS = """() => assay.page.subjects.map((subject) => {
  const cells = [];
  for (let cell = subject.begin; cell < subject.end; cell++) if (assay.page.cells.time[cell] > 0) cells.push(cell);
  return cells.flatMap((one) => cells.map((other) => {
    const found = assay.pair(assay.page.noise, subject.number, one, other);
    if (!found) return null;
    const { ratio, low, high, blocks, halfWidth, degrees, sd, twoSpeed } = found;
    const ends = [ratio, low, high, halfWidth, degrees ?? null, sd ?? null].map((x) => x === Infinity ? 'inf' : x);
    return [...ends, blocks, twoSpeed, assay.verdict(found, assay.page.noise.margin)];
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
    for one in with_numbers(comparison):
        for other in with_numbers(comparison):
            found = compared.pair(one.cell, other.cell)
            if found is None:
                yield None
                continue
            ends = [found.ratio, found.low, found.high, found.half_width, found.degrees, found.sd]
            yield [*ends, found.blocks, found.two_speed, verdict(found, MARGIN)]


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
            assert one[6:] == other[6:]
            assert [None if x is None else float(x) for x in other[:6]] == [
                None if x is None else pytest.approx(x, rel=1e-9, abs=1e-15) for x in one[:6]
            ]
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


def test_quantiles_are_those_of_the_lab(opened: Open) -> None:
    degrees = [0.3, 0.5, 1, 1.5, 2, 2.7, 3, 4, 5.5, 7, 10, 15.2, 30, 64, 100, 333.3, 1e3, 1e4, 1e5, 1e6]
    asked = [[confidence, one] for confidence in (0.5, 0.8, 0.9, 0.95, 0.99, 0.999) for one in degrees]
    page = opened(document.render(analysed("2026-11-22-js-formats")))
    theirs = page.evaluate("asked => asked.map(([confidence, degrees]) => assay.tQuantile(confidence, degrees))", asked)
    assert theirs == [pytest.approx(t_quantile(*one), rel=1e-8) for one in asked]


def test_words_are_those_of_the_lab(opened: Open) -> None:
    numbers = [m * 10.0**power for power in range(-4, 13) for m in (1, 1.2345, 2.5, 4.449, 9.994, 9.996, 9.9996)]
    page = opened(document.render(analysed("2026-11-22-js-formats")))
    for name in ("three", "nanoseconds", "count", "size", "percent", "times", "about"):
        theirs = page.evaluate(f"numbers => numbers.map(assay.words.{name})", numbers)
        assert theirs == [getattr(words, name)(number) for number in numbers]
    assert page.evaluate("[0, Infinity].map(assay.words.three)") == [words.three(0), words.three(math.inf)]
