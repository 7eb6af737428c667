"""What a report says of a store's cells: documents per second, the whole time, and what each part of it took."""

from __future__ import annotations

import statistics

from assay.report import columns, words
from assay.report.analysis import Row, parts_ns
from assay.report.columns import Column
from assay.results.document import Cell, Proof


def _whole(row: Row) -> str:
    return words.nanoseconds(row.time.value * row.cell.samples[0].batches[0].records) if row.time else words.NONE


def _parts(row: Row) -> str:
    parts = parts_ns(row.cell.samples)
    return "[" + ", ".join(f"{name}: {words.three(ns / 1e6)}" for name, ns in parts.items()) + "]"


def _on_disk(row: Row) -> str:
    sizes = [sample.disk_bytes for sample in row.cell.samples if sample.disk_bytes]
    return words.size(statistics.median(sizes)) if sizes else words.NONE


COLUMNS = (
    columns.CONTESTANT,
    Column("documents/s", columns.RECORDS.cell),
    columns.SPREAD,
    Column("whole", _whole),
    Column("parts, ms", _parts, right=False),
    columns.SPEED,
    columns.VERDICT,
    Column("on disk", _on_disk),
    columns.PEAK,
)


def proved(cell: Cell, proof: Proof) -> list[str]:
    return ["every document", *proof.notes]
