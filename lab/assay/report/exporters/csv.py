"""Comma-separated values, for plots and spreadsheets: of a document one row a cell; else the tables, one by one."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from assay.base.tables import Section

if TYPE_CHECKING:
    from assay.analysis.figures import Analysis, Comparison, Row

NEEDS = "tables"
SUFFIX = ".csv"
PRINTED = True
COLUMNS = [
    "workload", "records", "operation", "way", "threads", "contestant", "language", "format", "library", "version",
    "lane", "status", "reason", "ns_per_record", "low", "high", "finished_ns", "records_per_second",
    "ratio", "ratio_low", "ratio_high", "encoded_bytes", "allocated_bytes", "peak_rss_bytes", "disk_bytes", "parts_ns",
]  # fmt: skip


def sections(_title: str, parts: Sequence[Section]) -> str:
    """With an empty line between two tables. What is not known is empty."""
    tables = [part.table for part in parts if part.table]
    return "\n".join(_text([one.columns, *(one.values or [line.cells for line in one.lines])]) for one in tables)


def report(analysis: Analysis) -> str:
    """Times in ns; ratios to the baseline; sizes in bytes, the encoded and allocated ones per record.

    ``finished_ns``: the time with what a deferred cell leaves to the first reading; that of a finished one is the same.
    ``parts_ns`` holds the parts of a store's step, name:ns, with spaces between. What is not known is empty.
    """
    found = [
        _figures(comparison, row)
        for comparison in analysis.comparisons
        for row in comparison.rows
        if not row.cell.control
    ]
    return _text([COLUMNS, *([one.get(column) for column in COLUMNS] for one in found)])


def _text(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([["" if one is None else one for one in row] for row in rows])
    return text.getvalue()


def _figures(comparison: Comparison, row: Row) -> dict[str, Any]:
    from assay.analysis.figures import parts_ns
    from assay.analysis.lanes import lane

    cell, facts = row.cell, row.contestant
    found: dict[str, Any] = {
        "workload": comparison.workload.base or comparison.workload.name,
        "records": comparison.workload.records,
        "operation": comparison.operation,
        "way": comparison.way.words,
        "threads": cell.way.threads,
        "contestant": facts.name,
        "language": facts.language,
        "format": facts.format,
        "library": facts.library,
        "version": facts.shown_version,
        "lane": lane(row.lane),
        "status": cell.status,
        "reason": cell.reason,
    }
    if row.time:
        found |= {"ns_per_record": row.time.value, "low": row.time.low, "high": row.time.high}
        found |= {"finished_ns": row.finished, "records_per_second": row.records_per_second}
    if row.ratio:
        found |= {"ratio": row.ratio.ratio, "ratio_low": row.ratio.low, "ratio_high": row.ratio.high}
    sizes = {
        "encoded_bytes": row.encoded_bytes,
        "allocated_bytes": row.allocated_bytes,
        "peak_rss_bytes": row.peak_rss_bytes,
        "disk_bytes": max((sample.disk_bytes or 0 for sample in cell.samples), default=0) or None,
    }
    found |= {name: value for name, value in sizes.items() if value is not None}
    found["parts_ns"] = " ".join(f"{name}:{ns:.0f}" for name, ns in parts_ns(cell.samples).items())
    return found
