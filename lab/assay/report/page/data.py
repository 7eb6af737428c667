"""What a page holds of a document: the report's sections, and the figures that it shows and draws."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import median
from typing import Any

from assay.analysis.figures import Analysis, Comparison, Row
from assay.analysis.growth import growth
from assay.analysis.lanes import lane
from assay.base import words
from assay.base.tables import BEYOND, Section, Table
from assay.report.page import repeat
from assay.report.page.packing import Strings, floats, wholes
from assay.report.page.pairs import pairs
from assay.report.proofs import proved
from assay.report.ranked import hue
from assay.report.sections import further, rankings, title
from assay.results.document import Document

# What the page says itself, since it depends on the baseline, or shows in another form.
OWN_COLUMNS = ("#", "contestant", "lane", "speed", "verdict")


class Headings:
    """The heads of all tables, each once, with which of them are flush right."""

    def __init__(self) -> None:
        self.all: list[dict[str, Any]] = []

    def place(self, table: Table, shown: Iterable[int]) -> int:
        numbers = list(shown)
        heads = {"columns": [table.columns[n] for n in numbers], "right": [n in table.right for n in numbers]}
        if heads not in self.all:
            self.all.append(heads)
        return self.all.index(heads)


def data(analysis: Analysis) -> dict[str, Any]:
    """For JSON. Columns are packed (`packing`); the rows of a comparison stand together, in the report's order."""
    document = analysis.document
    strings = Strings()
    headings = Headings()
    found = {
        "title": title(analysis),
        "created": document.created,
        "state": document.state,
        "machine": document.machine.cpu,
        "baseline": document.plan.baseline,
        "acrossLanes": document.plan.across_lanes,
        "hue": hue(analysis),
        "beyond": BEYOND,
        "contestants": _contestants(document),
        "subjects": _subjects(analysis, strings, headings),
        "cells": _cells(analysis, strings),
        "pairs": pairs(analysis),
        "repetitions": _repetitions(analysis),
        "confidence": document.plan.settings.confidence,
        "margin": document.plan.settings.margin,
        "blockSeconds": median(block.seconds for block in document.blocks) if document.blocks else None,
        "growth": _growth(analysis),
        "sections": [_section(section, strings, headings) for section in further(analysis)],
        "blocks": [[block.started, block.seconds, block.load_before, block.steal] for block in document.blocks],
        "tools": document.machine.tools,
    }
    return {**found, "headings": headings.all, "strings": strings.all}


def _contestants(document: Document) -> list[dict[str, Any]]:
    lanes = list(dict.fromkeys(one.lane.model_dump_json() for one in document.contestants))
    return [
        {
            "name": one.name,
            "language": one.language,
            "format": one.format,
            "lane": lane(one.lane),
            "comparable": lanes.index(one.lane.model_dump_json()),
            "library": f"{one.library} {one.shown_version}",
            "description": one.description,
            "runtime": ", ".join(
                filter(None, [one.runtime, one.options, one.runtime_build.how if one.runtime_build else ""])
            ),
        }
        for one in document.contestants
    ]


def _subjects(analysis: Analysis, strings: Strings, headings: Headings) -> list[dict[str, Any]]:
    subjects = []
    begin = 0
    for comparison, section in zip(analysis.comparisons, rankings(analysis), strict=True):
        table = section.table
        assert table is not None  # a ranking is a table
        shown = [number for number, column in enumerate(table.columns) if column not in OWN_COLUMNS]
        subjects.append(
            {
                "workload": comparison.workload.base or comparison.workload.name,
                "records": comparison.workload.records,
                "operation": comparison.operation,
                "way": comparison.way.words,
                "title": section.title,
                "begin": begin,
                "end": begin + len(comparison.rows),
                "measured": sum(row.time is not None for row in comparison.rows),
                "headings": headings.place(table, shown),
                "figures": [strings.places(line.cells[number] for line in table.lines) for number in shown],
                "notes": [strings.place(note) for note in section.notes],
                "floor": _floor(comparison),
                "command": strings.place(repeat.command(analysis.document, comparison)),
            }
        )
        begin += len(comparison.rows)
    return subjects


def _floor(comparison: Comparison) -> str:
    """Empty where it is not known, which takes two blocks."""
    floor = comparison.floor
    return words.percent(floor) if floor is not None and math.isfinite(floor) else ""


def _cells(analysis: Analysis, strings: Strings) -> dict[str, Any]:
    document = analysis.document
    places = {one.name: number for number, one in enumerate(document.contestants)}
    rows = [row for comparison in analysis.comparisons for row in comparison.rows]
    drawn = {
        "time": [row.time.value if row.time else None for row in rows],
        "spread": [row.time.high / row.time.value - 1 if row.time else None for row in rows],
        "size": [_size(row) for row in rows],
    }
    return {
        "contestant": wholes(places[row.contestant.name] for row in rows),
        "again": wholes(int(row.cell.control) for row in rows),
        "rank": wholes(row.rank or 0 for row in rows),
        "deferred": wholes(int(row.deferred) for row in rows),
        "status": strings.places(row.cell.status for row in rows),
        "reason": strings.places(row.cell.reason for row in rows),
        "proof": strings.places(proved(row.cell, row.cell.proof) if row.cell.proof else "" for row in rows),
        **{name: floats(column) for name, column in drawn.items()},
    }


def _size(row: Row) -> float | None:
    """Bytes of a record: encoded, or on disk; None where nothing was written."""
    disk = [sample.disk_bytes for sample in row.cell.samples if sample.disk_bytes]
    if disk:
        return max(disk) / row.cell.samples[0].batches.records[0]
    return row.encoded_bytes or None


def _repetitions(analysis: Analysis) -> dict[str, Any]:
    """The blocks of the run; of one on several machines, these.

    ``logs``: of each cell, one after the other, how much faster it was in each of them than the anchor of its
    comparison, on logs; NaN where it was not measured.
    """
    document = analysis.document
    several = len(document.measured_on) > 1
    numbers = document.measured_on if several else range(len(document.blocks))
    rows = [(comparison.compared, row) for comparison in analysis.comparisons for row in comparison.rows]
    return {
        "unit": "machine" if several else "block",
        "numbers": [number + 1 for number in numbers],
        "logs": floats(
            log
            for compared, row in rows
            for log in (compared.row(row.cell).log_ratios if compared and row.time else [None] * len(numbers))
        ),
    }


def _growth(analysis: Analysis) -> list[dict[str, Any]]:
    """Times of each contestant, one a size; null where it has none."""
    return [
        {
            "workload": one.workload,
            "operation": one.operation,
            "way": one.way.words,
            "sizes": one.sizes,
            "times": {name: [times.get(size) for size in one.sizes] for name, times in one.times.items()},
        }
        for one in growth(analysis)
    ]


def _section(section: Section, strings: Strings, headings: Headings) -> dict[str, Any]:
    """Cells of its table column by column; ``bars`` of its chart: their names, and their values."""
    found: dict[str, Any] = {"title": section.title, "notes": [strings.place(note) for note in section.notes]}
    if table := section.table:
        columns: Iterable[tuple[str, ...]] = zip(*(line.cells for line in table.lines), strict=True)
        found["headings"] = headings.place(table, range(len(table.columns)))
        found["cells"] = [strings.places(column) for column in columns]
    if section.failures:
        found["failures"] = [[one.name, one.status, one.reason] for one in section.failures]
    if chart := section.chart:
        found |= {"workload": chart.workload, "axis": chart.axis}
        found["bars"] = [strings.places(bar.name for bar in chart.bars), floats(bar.value for bar in chart.bars)]
    return found
