"""The tables of whole processes."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.analysis.processes import Processes, ProcessRow, processes
from assay.base import words
from assay.base.tables import Failure, Line, Section, Table
from assay.report.ranked import title

COLUMNS = ["contestant", "process", "mean", "± sd", "min", "max", "relative", "pure pass"]
RIGHT = {2, 3, 4, 5, 6, 7}


def sections(analysis: Analysis) -> list[Section]:
    return [_section(one) for one in processes(analysis)]


def _section(found: Processes) -> Section:
    return Section(
        f"{title(found.comparison)}: whole processes",
        Table(COLUMNS, [_line(row) for row in found.rows], RIGHT),
        [Failure(name, "failed", reason) for name, reason in found.failed.items()],
        [
            "cold: a process is started, loads the records, does one pass, and ends; files are in the page cache. "
            "empty: the same with nothing to do and nothing to load, which is what the runtime and the kit take. "
            "warmed up: one pass asked of a process that has done it for a while. relative: to the fastest from cold. "
            "pure pass: one pass by the measurement above."
        ],
    )


def _line(row: ProcessRow) -> Line:
    return Line(
        [
            row.contestant,
            row.kind,
            *(_milliseconds(seconds * 1e3) for seconds in (row.mean, row.sd, row.min, row.max)),
            words.maybe(lambda relative: f"{relative:.2f}", row.relative),
            words.maybe(lambda ns: _milliseconds(ns / 1e6), row.pure_ns),
        ]
    )


def _milliseconds(number: float) -> str:
    """In one unit for all, so that a column can be read down."""
    return f"{words.three(number)} ms"
