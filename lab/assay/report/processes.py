"""The table of whole processes: from cold, and warmed up where that differs, beside the pure operation."""

from __future__ import annotations

import statistics

from assay.report import words
from assay.report.analysis import Analysis, Comparison, value
from assay.report.tables import Table, title
from assay.results.document import Cell

COLUMNS = ["contestant", "process", "mean", "± sd", "min", "max", "relative", "pure pass"]
RIGHT = {2, 3, 4, 5, 6, 7}
MILLISECONDS = 1e3


def processes(analysis: Analysis) -> list[Table]:
    """A table for each comparison that whole processes were timed of; none where none were."""
    return [_table(analysis, part) for part in analysis.comparisons if any(row.cell.whole for row in part.rows)]


def _table(analysis: Analysis, part: Comparison) -> Table:
    rows: list[tuple[Cell, str, list[float]]] = []
    failures = []
    cells = [row.cell for row in part.rows if not row.cell.control]
    harness = [c for c in analysis.document.cells if c.harness and c.operation == part.operation]
    for cell in [*cells, *harness]:
        if cell.whole is None:
            continue
        if cell.whole.reason:
            failures.append((cell.contestant, "failed", cell.whole.reason))
        for kind, times in (("cold", cell.whole.cold), ("warmed up", cell.whole.warm if not cell.harness else [])):
            if times:
                rows.append((cell, "empty" if cell.harness else kind, times))
    rows.sort(key=lambda row: statistics.fmean(row[2]))
    least = min((statistics.fmean(times) for _, kind, times in rows if kind == "cold"), default=0.0)
    return Table(
        f"{title(part)}: whole processes",
        COLUMNS,
        [_row(cell, kind, times, least, part.workload.records) for cell, kind, times in rows],
        RIGHT,
        failures,
        [
            "cold: a process is started, loads the records, does one pass, and ends; files are in the page cache. "
            "empty: the same with nothing to do and nothing to load, which is what the runtime and the kit take. "
            "warmed up: one pass asked of a process that has done it for a while. relative: to the fastest from cold. "
            "pure pass: one pass by the measurement above."
        ],
    )


def _row(cell: Cell, kind: str, times: list[float], least: float, records: int) -> list[str]:
    mean = statistics.fmean(times)
    spread = statistics.stdev(times) if len(times) > 1 else 0.0
    pure = statistics.median(value(s) for s in cell.samples) * records / 1e6 if cell.samples else None
    return [
        cell.contestant,
        kind,
        *(f"{words.three(seconds * MILLISECONDS)} ms" for seconds in (mean, spread, min(times), max(times))),
        f"{mean / least:.2f}" if least and kind == "cold" else "–",
        f"{words.three(pure)} ms" if pure is not None and not cell.harness else "–",
    ]
