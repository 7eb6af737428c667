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
        if cell.proof is None:
            console.print(f"[red]{cell.status}[/red]  {escape(place)}: {escape(cell.reason)}")
        else:
            console.print(f"[green]proved[/green]  {escape(place)}: {escape(_words(cell))}")


def _words(cell: Cell) -> str:
    proof = cell.proof
    assert proof is not None
    if cell.operation == "encode":
        same = "the reference's bytes" if proof.bytes == "identical" else "; ".join(proof.notes)
        return f"{same}, {words.size(proof.encoded_bytes)} in all"
    deferred = proof.deferred_ns or 0.0
    return f"every field of every record; {words.nanoseconds(deferred)} a record left to the first reading"
