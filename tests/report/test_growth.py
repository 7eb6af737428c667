"""Several sizes of one workload: how cost grows, and every figure as a row for plots."""

from __future__ import annotations

import csv
import io

import pytest
from measure.replay import Clock, Replay, Saved, document
from report.printed import printed

from assay.analysis.figures import analyse
from assay.measure.blocks import run_blocks
from assay.report import growth
from assay.report.exporters import csv as figures
from assay.results.document import Document
from assay.results.request import Settings

BASE = "x/base"


def in_sizes(settings: Settings, sizes: dict[int, float]) -> Document:
    """A run of one contestant in several sizes; the values are the times per record to be replayed, in ns."""
    doc = document(settings.model_copy(update={"blocks": 3}), [BASE])
    first = doc.workloads[0]
    named = {n: f"w:{n}" for n in sizes}
    doc.workloads = [first.model_copy(update={"name": named[n], "base": "w", "records": n}) for n in sizes]
    doc.cells = [cell.model_copy(update={"workload": named[n]}) for n in sizes for cell in doc.cells]
    saved = Saved()
    run_blocks(doc, Replay(), saved.watch(), Clock())
    done = saved.last()
    for cell in done.cells:
        for sample in cell.samples:
            count = len(sample.batches.passes)
            sample.batches.passes, sample.batches.records_per_pass = [1] * count, 1000
            wall = [round(1000 * sizes[int(cell.workload.partition(":")[2])])] * count
            sample.batches.wall_ns = sample.batches.cpu_ns = wall
    return done


def test_a_cost_that_doubles_with_every_hundredfold_shows(settings: Settings) -> None:
    found = analyse(in_sizes(settings, {100: 10.0, 10_000: 20.0, 1_000_000: 40.0}))
    (section,) = growth.sections(found)
    assert section.title == "w encode: how cost grows"
    assert section.table is not None
    assert [line.cells for line in section.table.lines] == [[BASE, "10.0 ns", "20.0 ns", "40.0 ns", "n^0.15"]]
    assert "how cost grows" in printed(found)


def test_one_size_has_no_growth(settings: Settings) -> None:
    assert growth.sections(analyse(in_sizes(settings, {100: 10.0}))) == []


def test_every_cell_is_a_row_of_figures(settings: Settings) -> None:
    text = figures.report(analyse(in_sizes(settings, {100: 10.0, 10_000: 20.0})))
    found = list(csv.DictReader(io.StringIO(text)))
    assert [(r["workload"], r["records"], r["contestant"]) for r in found] == [("w", "100", BASE), ("w", "10000", BASE)]
    assert [float(r["ns_per_record"]) for r in found] == pytest.approx([10, 20])
    assert float(found[0]["low"]) <= float(found[0]["ns_per_record"]) <= float(found[0]["high"])
