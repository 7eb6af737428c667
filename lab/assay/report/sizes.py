"""The tables of sizes: what a record takes in each format, and the whole set compressed."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.analysis.sizes import SizeRow, encoded, rows
from assay.base import words
from assay.base.tables import Bar, Chart, Line, Section, Table
from assay.report import ranked
from assay.results.document import WorkloadFacts

COLUMNS = ["format", "contestants", "average", "median", "largest", "% of the largest format", "zstd", "deflate"]
RIGHT = {2, 3, 4, 5, 6, 7}


def sections(analysis: Analysis) -> list[Section]:
    """One for each workload that was encoded; contestants of a format that make equal sizes share a line."""
    return [
        Section(
            f"{workload.base or workload.name}, {words.many(workload.records, 'record')}: sizes in bytes",
            Table(COLUMNS, [_line(row) for row in found], RIGHT),
            notes=["zstd (level 3) and deflate (level 6) of the whole set, record after record."],
            chart=_chart(analysis, workload),
        )
        for workload in analysis.document.workloads
        if (found := rows(analysis, workload))
    ]


def _line(row: SizeRow) -> Line:
    of = row.sizes
    return Line(
        [
            row.format,
            ", ".join(row.contestants),
            *(f"{number:,.1f}".removesuffix(".0") for number in (of.mean, of.median, of.largest)),
            f"{100 * row.share:.1f}",
            words.size(of.zstd),
            words.size(of.deflate),
        ]
    )


def _chart(analysis: Analysis, workload: WorkloadFacts) -> Chart:
    hue = ranked.hue(analysis)
    found = sorted(encoded(analysis, workload), key=lambda one: (one[1].mean, one[0].name))
    bars = [Bar(contestant.name, getattr(contestant, hue), sizes.mean) for contestant, sizes in found]
    title = f"{workload.base or workload.name}: encoded size"
    return Chart(title, "bytes a record, on average", bars, hue, workload.name)
