"""How well each clock carries ratios: by hand on one pair, and where a clock stands still."""

from __future__ import annotations

import math

import pytest

from assay.analysis.clocks import scatter
from assay.base.checkout import CHECKOUT
from assay.results import store
from assay.results.document import Batches, Cell, Document, Sample


def twins(wall: list[int], cpu: list[int]) -> Document:
    """A recorded run with one contestant, which has 100 ns in each of three rounds, and its control with these."""
    document = store.read(CHECKOUT / "results" / "2026-11-22-avro-languages.json")
    first = next(c for c in document.cells if c.contestant == "java/avro-generic" and not c.control)
    again = next(c for c in document.cells if c.key == f"{first.key}#control")
    lay(first, [100, 100, 100], [100, 100, 100])
    lay(again, wall, cpu)
    document.cells = [first, again]
    return document


def lay(cell: Cell, wall: list[int], cpu: list[int]) -> None:
    sample: Sample = cell.samples[0]
    sample.rounds = None
    sample.batches = Batches(passes=[1] * 3, records_per_pass=1, wall_ns=wall, cpu_ns=cpu)
    cell.samples = [sample]


def test_the_median_over_rounds_counts_by_each_clock() -> None:
    [found] = scatter(twins([110, 110, 900], [100, 50, 50]))
    assert (found.language, found.count) == ("java", 1)
    assert found.rms["wall"] == pytest.approx(math.log(1.1))
    assert found.rms["processor"] == pytest.approx(math.log(2))
    assert found.rms["time"] == pytest.approx(math.log(1.1))


def test_a_clock_that_stands_still_says_nothing() -> None:
    [found] = scatter(twins([100, 100, 100], [0, 100, 100]))
    assert math.isnan(found.rms["processor"]) and found.rms["wall"] == 0
