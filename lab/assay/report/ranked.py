"""The ranked table of one comparison, with its notes and its chart. Its columns are those of its boundary."""

from __future__ import annotations

import statistics
from typing import Literal

from assay.analysis.figures import Analysis, Comparison
from assay.base import words
from assay.base.progress import duration
from assay.base.tables import Bar, Chart, Failure, Section
from assay.report import columns, imported
from assay.results.document import Document

PAUSES_WORTH_A_NOTE = 0.05
IDLE_WORTH_A_NOTE = 0.1
TIMES_APART = 0.1  # of wall time and processor time


def section(analysis: Analysis, comparison: Comparison) -> Section:
    source = analysis.document.imported
    headings = (
        imported.headings(source, comparison.rows) if source else columns.headings(comparison.way.kind, comparison.rows)
    )
    return Section(
        heading(analysis, comparison),
        columns.table(headings, comparison.rows),
        [Failure(row.name, row.cell.status, row.cell.reason) for row in comparison.rows if not row.time],
        [] if source else _notes(analysis.document, comparison),
        _chart(analysis, comparison),
    )


def heading(analysis: Analysis, comparison: Comparison) -> str:
    """What was measured; of imported results without a number of records, which they do not have."""
    return subject(comparison) if analysis.document.imported else title(comparison)


def title(comparison: Comparison) -> str:
    """What was done with which records."""
    return f"{subject(comparison)}, {words.many(comparison.workload.records, 'record')}"


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
            f"{row.contestant.name} (deferred)" if row.deferred else row.contestant.name,
            getattr(row.contestant, by),
            row.records_per_second,
            low=1e9 / row.time.high if row.time.low > 0 else None,
            high=1e9 / row.time.low if row.time.low > 0 else None,
        )
        for row in comparison.rows
        if row.time and row.records_per_second and not row.cell.control
    ]
    if not bars:
        return None
    return Chart(heading(analysis, comparison), "operations a second", bars, by, comparison.workload.name)


def _notes(document: Document, comparison: Comparison) -> list[str]:
    found = []
    if comparison.control is not None:
        spread = document.plan.settings.over_seconds is not None
        over = f", its blocks spread over {duration(document.course_seconds)}" if spread else ""
        found.append(
            f"Noise: the baseline measured a second time is {words.ratio(comparison.control)} as fast as itself{over}."
        )
    pauses = [row.pauses for row in comparison.rows if row.pauses is not None]
    common = max(0.0, statistics.median(pauses)) if pauses else 0.0  # what the machine does, it does to all
    if any(row.deferred and row.time for row in comparison.rows):
        found.append(
            "Deferred: more than a small share of the work is left to the first reading of what was decoded. Such "
            f"cells have places of their own, and `{columns.FINISHED}` is the time with that work (rule 1)."
        )
    for row in comparison.rows:
        if row.ratio and row.ratio.two_speed:
            what = "processes, or the baseline's, run at two speeds"
            if row.ratio.of == "machine":
                what = "speed, or the baseline's, is far from the others' on one of the machines"
            found.append(f"{row.name}: its {what}; its interval is wide for that.")
        if row.idle_share and row.idle_share > IDLE_WORTH_A_NOTE:
            found.append(
                f"{row.name} computed while others had their turn: {words.percent(row.idle_share)} of that time."
            )
        share = row.cpu_share / row.cell.way.threads if row.cpu_share else 1.0
        if abs(share - 1) > TIMES_APART:
            why = "other threads of its process work beside the measured one" if share > 1 else "it waits"
            found.append(f"{row.name}: its processor time is {words.percent(share)} of the time: {why}.")
        if row.pauses is not None and row.pauses > common + PAUSES_WORTH_A_NOTE:
            found.append(
                f"{row.name}: the mean over all batches is {words.percent(row.pauses)} above the typical batch, beside "
                f"{words.percent(common)} in this table: pauses (garbage collection) fall into few batches."
            )
        if row.cell.proof and row.cell.proof.notes:
            found += [f"{row.name}: {note}." for note in row.cell.proof.notes]
    return found
