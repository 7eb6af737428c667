"""What proving brought, as lines: `assay verify`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape

from assay.base import words
from assay.operations import operation
from assay.results.document import Cell, ContestantFacts, Proof


def show(cells: Sequence[Cell], contestants: Mapping[str, ContestantFacts]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for cell in cells:
        contestant = contestants[cell.contestant]
        place = f"{cell.contestant} {contestant.shown_version}, {cell.workload} {cell.operation}"
        if cell.way.words:
            place += f" ({cell.way.words})"
        if cell.proof is None:
            console.print(f"[red]{cell.status}[/red]  {escape(place)}: {escape(cell.reason)}")
        else:
            console.print(f"[green]proved[/green]  {escape(place)}: {escape(proved(cell, cell.proof))}")


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
        found.append(f"{words.nanoseconds(proof.deferred_ns)} a record left to the first reading")
    return found


def _documents(cell: Cell, proof: Proof) -> list[str]:
    return ["every document", *proof.notes]


# What was proved of a cell, by the kind of its way.
PROVED: dict[str, Callable[[Cell, Proof], list[str]]] = {
    "codec": _records,
    "container": _records,
    "store": _documents,
}
