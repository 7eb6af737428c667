"""What a report says of a codec's cells: the columns of their table, and what was proved of one."""

from __future__ import annotations

from assay.operations import operation
from assay.report import columns, words
from assay.results.document import Cell, Proof

COLUMNS = (
    columns.CONTESTANT,
    columns.LANE,
    columns.TIME,
    columns.SPREAD,
    columns.RECORDS,
    columns.MEGABYTES,
    columns.BYTES,
    columns.SPEED,
    columns.VERDICT,
    columns.ALLOCATED,
    columns.PEAK,
)


def proved(cell: Cell, proof: Proof) -> list[str]:
    if operation(cell.operation).gives == "encoded":
        brought = "the reference's bytes" if proof.bytes == "identical" else "; ".join(proof.notes)
        return [brought, f"{words.size(proof.encoded_bytes)} in all"]
    found = ["every field of every record", *proof.notes]
    if proof.deferred_ns is not None:
        found.append(f"{words.nanoseconds(proof.deferred_ns)} a record left to the first reading")
    return found
