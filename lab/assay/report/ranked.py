"""The ranked table of one comparison, with its notes and its chart. Its columns are those of its boundary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import assay.codecs.table
import assay.containers.table
import assay.stores.table
from assay.report import words
from assay.report.analysis import Analysis, Comparison
from assay.report.columns import table
from assay.report.model import Bar, Chart, Failure, Section

# The headings of a boundary's table, by the kind of its ways.
HEADINGS: dict[str, Sequence[str]] = {
    "codec": assay.codecs.table.COLUMNS,
    "container": assay.containers.table.COLUMNS,
    "store": assay.stores.table.COLUMNS,
}
PAUSES_WORTH_A_NOTE = 0.05
IDLE_WORTH_A_NOTE = 0.1
TIMES_APART = 0.1  # of wall time and processor time


def section(analysis: Analysis, comparison: Comparison) -> Section:
    return Section(
        title(comparison),
        table(HEADINGS[comparison.way.kind], comparison.rows),
        [Failure(row.name, row.cell.status, row.cell.reason) for row in comparison.rows if not row.time],
        _notes(comparison),
        _chart(analysis, comparison),
    )


def title(comparison: Comparison) -> str:
    """What was done with which records."""
    return f"{subject(comparison)}, {comparison.workload.records:,} records"


def subject(comparison: Comparison) -> str:
    """The same without the number of records."""
    return " ".join(
        filter(None, [comparison.workload.base or comparison.workload.name, comparison.operation, comparison.way.words])
    )


def hue(analysis: Analysis) -> Literal["format", "language"]:
    """What colours distinguish in this report's charts."""
    formats = {row.contestant.format for comparison in analysis.comparisons for row in comparison.rows}
    return "format" if len(formats) > 1 else "language"


def _chart(analysis: Analysis, comparison: Comparison) -> Chart | None:
    by = hue(analysis)
    bars = [
        Bar(
            row.contestant.name,
            getattr(row.contestant, by),
            row.records_per_second,
            low=1e9 / row.time.high,
            high=1e9 / row.time.low if row.time.low > 0 else row.records_per_second,
        )
        for row in comparison.rows
        if row.time and row.records_per_second and not row.cell.control
    ]
    return Chart(title(comparison), "operations a second", bars, by, comparison.workload.name) if bars else None


def _notes(comparison: Comparison) -> list[str]:
    found = []
    if comparison.control is not None:
        found.append(
            f"Noise: the baseline measured a second time is {words.ratio(comparison.control)} as fast as itself."
        )
    for row in comparison.rows:
        if row.ratio and row.ratio.two_speed:
            found.append(
                f"{row.name}: its processes, or the baseline's, run at two speeds; its interval is wide for that."
            )
        if row.idle_share and row.idle_share > IDLE_WORTH_A_NOTE:
            found.append(
                f"{row.name} computed while others had their turn: {words.percent(row.idle_share)} of that time."
            )
        threads = row.cell.way.threads
        if row.time and row.cpu_ns and abs(row.cpu_ns / (row.time.value * threads) - 1) > TIMES_APART:
            found.append(
                f"{row.name}: {words.nanoseconds(row.cpu_ns)} of processor time a record in "
                f"{words.nanoseconds(row.time.value)}: "
                + (
                    "other threads of its process work beside the measured one."
                    if row.cpu_ns > row.time.value * threads
                    else "it waits, or the machine was taken from it."
                )
            )
        if row.time and row.mean_ns and row.mean_ns > row.time.value * (1 + PAUSES_WORTH_A_NOTE):
            found.append(
                f"{row.name}: the mean over all batches is {words.percent(row.mean_ns / row.time.value - 1)} above the "
                "typical batch: pauses (garbage collection, the machine) fall into few batches."
            )
        if row.cell.proof and row.cell.proof.notes:
            found += [f"{row.name}: {note}." for note in row.cell.proof.notes]
    return found
