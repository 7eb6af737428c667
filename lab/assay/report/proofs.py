"""What proving brought: `assay verify`, and the page of a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from assay.base import words
from assay.base.tables import Line, Section, Table
from assay.operations import operation
from assay.results.document import Cell, ContestantFacts, Proof


def section(cells: Sequence[Cell], contestants: Mapping[str, ContestantFacts]) -> Section:
    """A line for each cell: what was proved, or why it was not."""
    lines = []
    for cell in cells:
        words_of_way = f" ({cell.way.words})" if cell.way.words else ""
        version = contestants[cell.contestant].shown_version
        place = f"{cell.contestant} {version}, {cell.workload} {cell.operation}{words_of_way}"
        found = proved(cell, cell.proof) if cell.proof else cell.reason
        state = "proved" if cell.proof else cell.status
        lines.append(Line([state, place, found], "met" if cell.proof else "missed"))
    return Section("Proofs", Table(["state", "cell", "what was proved, or why not"], lines, names=(0, 1)))


def proved(cell: Cell, proof: Proof) -> str:
    """What proving a cell brought, in words."""
    brought = PROVED[cell.way.kind](cell, proof)
    if proof.first_pass is not None:
        brought.append(f"new records take {words.three(proof.first_pass)}× as long as known ones")
    return "; ".join(brought)


def _records(cell: Cell, proof: Proof) -> list[str]:
    if operation(cell.operation).gives == "encoded":
        same = "the reference's bytes" if proof.bytes == "identical" else "; ".join(proof.notes)
        return [same, f"{words.size(proof.encoded_bytes)} in all"]
    found = ["every field of every record", *proof.notes]
    if proof.deferred_ns is not None:
        lane = ", so the lane is deferred" if proof.deferred else ""
        found.append(f"{words.nanoseconds(proof.deferred_ns)} a record left to the first reading{lane}")
    return found


def _documents(cell: Cell, proof: Proof) -> list[str]:
    return ["every document", *proof.notes]


# What was proved of a cell, by the kind of its way.
PROVED: dict[str, Callable[[Cell, Proof], list[str]]] = {
    "codec": _records,
    "container": _records,
    "store": _documents,
}
