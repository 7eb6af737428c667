"""What proving brought, as lines: `assay verify`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.markup import escape

from assay.report import words
from assay.report.ranked import WORDINGS
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
            console.print(f"[green]proved[/green]  {escape(place)}: {escape(_words(cell, cell.proof))}")


def _words(cell: Cell, proof: Proof) -> str:
    parts = WORDINGS[cell.way.kind].proved(cell, proof)
    if proof.first_pass is not None:
        parts.append(f"new records take {words.three(proof.first_pass)}× as long as known ones")
    return "; ".join(parts)
