"""The table of sizes: what a record takes in each format, and the whole set compressed."""

from __future__ import annotations

from assay.report import words
from assay.report.analysis import Analysis
from assay.report.tables import Table
from assay.results.document import Sizes, WorkloadFacts

COLUMNS = ["format", "contestants", "average", "median", "largest", "% of the largest format", "zstd", "deflate"]
RIGHT = {2, 3, 4, 5, 6, 7}


def sizes(analysis: Analysis) -> list[Table]:
    """A table for each workload that was encoded; contestants of a format that make equal sizes share a row."""
    tables = (_table(analysis, workload) for workload in analysis.document.workloads)
    return [table for table in tables if table.rows]


def _table(analysis: Analysis, workload: WorkloadFacts) -> Table:
    document = analysis.document
    found: dict[tuple[str, float, float, int, int, int], list[str]] = {}
    for cell in document.cells:
        if cell.workload == workload.name and cell.operation == "encode" and not cell.harness and not cell.control:
            one = cell.proof.sizes if cell.proof else None
            if one:
                key = document.contestant(cell.contestant).format, *_key(one)
                found.setdefault(key, []).append(cell.contestant)
    most = max((key[1] for key in found), default=0.0)
    rows = [
        [
            name,
            ", ".join(contestants),
            *(f"{number:,.1f}".removesuffix(".0") for number in (mean, median, largest)),
            f"{100 * mean / most:.1f}",
            words.size(zstd),
            words.size(deflate),
        ]
        for (name, mean, median, largest, zstd, deflate), contestants in sorted(found.items(), key=lambda kv: kv[0][1])
    ]
    return Table(
        f"{workload.base or workload.name}, {workload.records:,} records: sizes in bytes",
        COLUMNS,
        rows,
        RIGHT,
        notes=["zstd (level 3) and deflate (level 6) of the whole set, record after record."],
    )


def _key(one: Sizes) -> tuple[float, float, int, int, int]:
    return one.mean, one.median, one.largest, one.zstd, one.deflate
