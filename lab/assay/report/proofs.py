"""What proving brought, as lines: `assay verify`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.markup import escape

from assay.report import words
from assay.results.document import Cell, ContestantFacts


def show(cells: Sequence[Cell], contestants: Mapping[str, ContestantFacts]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for cell in cells:
        contestant = contestants[cell.contestant]
        place = f"{cell.contestant} {contestant.version}, {cell.workload} {cell.operation}"
        if cell.subject[2]:
            place += f" ({cell.subject[2]})"
        if cell.proof is None:
            console.print(f"[red]{cell.status}[/red]  {escape(place)}: {escape(cell.reason)}")
        else:
            console.print(f"[green]proved[/green]  {escape(place)}: {escape(_words(cell))}")


def _words(cell: Cell) -> str:
    proof = cell.proof
    assert proof is not None
    if cell.way.kind == "store":
        parts = ["every document", *proof.notes]
    elif cell.operation == "encode":
        parts = ["the reference's bytes" if proof.bytes == "identical" else "; ".join(proof.notes)]
        parts.append(f"{words.size(proof.encoded_bytes)} in all")
    else:
        parts = ["every field of every record"]
        parts += proof.notes
        if proof.deferred_ns is not None:
            parts.append(f"{words.nanoseconds(proof.deferred_ns)} a record left to the first reading")
    if proof.first_pass is not None:
        parts.append(f"new records take {words.three(proof.first_pass)}× as long as known ones")
    return "; ".join(parts)
