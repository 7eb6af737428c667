"""The table of a store's operation: documents per second, the whole time, and what each part of it took."""

from __future__ import annotations

import statistics

from assay.report import tables, words
from assay.report.analysis import Analysis, Comparison, Row

COLUMNS = ["contestant", "documents/s", "±", "whole", "parts, ms", "speed", "verdict", "on disk", "peak"]
RIGHT = {1, 2, 3, 7, 8}


def comparison(analysis: Analysis, part: Comparison) -> tables.Table:
    """The ranked table of one comparison: that of stores, or that of codecs and containers."""
    if not any(row.cell.way.kind == "store" for row in part.rows):
        return tables.comparison(analysis, part)
    return tables.Table(
        tables.title(part),
        COLUMNS,
        [_cells(analysis, row) for row in part.rows if row.time],
        RIGHT,
        [(row.name, row.cell.status, row.cell.reason) for row in part.rows if not row.time],
        tables.notes(analysis.document, part),
    )


def _cells(analysis: Analysis, row: Row) -> list[str]:
    time = row.time
    assert time is not None and row.records_per_second is not None
    samples = row.cell.samples
    documents = samples[0].batches[0].records
    names = list(samples[0].parts_ns)
    parts = {name: statistics.median(sample.parts_ns.get(name, 0) for sample in samples) for name in names}
    disk = [sample.disk_bytes for sample in samples if sample.disk_bytes]
    return [
        row.name,
        words.count(row.records_per_second),
        words.percent(time.high / time.value - 1) if time.low > 0 else "–",
        words.nanoseconds(time.value * documents),
        "[" + ", ".join(f"{name}: {words.three(ns / 1e6)}" for name, ns in parts.items()) + "]",
        tables.speed(analysis.document, row),
        row.verdict,
        words.size(statistics.median(disk)) if disk else "–",
        words.size(row.peak_rss_bytes) if row.peak_rss_bytes is not None else "–",
    ]
