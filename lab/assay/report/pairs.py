"""The interoperability matrix: `assay verify --matrix`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table


class Outcomes(Protocol):
    """One workload's outcomes: by (writer, reader) what went wrong, and who could not take part, and why."""

    workload: str
    kind: str
    outcome: dict[tuple[str, str], str]
    unable: dict[tuple[str, str], str]


def show(results: Sequence[Outcomes]) -> bool:
    """Print a table for each kind of exchange, and the first difference of every pair that fails. True if none does."""
    console = Console(highlight=False, soft_wrap=True)
    for kind in dict.fromkeys(r.kind for r in results):
        kept = [r for r in results if r.kind == kind]
        console.print(_table(kind, kept))
        for result in kept:
            for (name, role), reason in result.unable.items():
                console.print(f"  {result.workload}: {name} is not a {role}: {escape(reason)}")
            for (writer, reader), reason in result.outcome.items():
                if reason:
                    console.print(f"  [red]{result.workload}: {reader} reading {writer}[/red]: {escape(reason)}")
        console.print()
    return not any(reason for result in results for reason in result.outcome.values())


def _table(kind: str, kept: Sequence[Outcomes]) -> Table:
    writers = _names(writer for r in kept for writer, _ in r.outcome)
    readers = _names(reader for r in kept for _, reader in r.outcome)
    numbers = {reader: str(n) for n, reader in enumerate(readers, 1)}
    table = Table(
        title=f"{kind.capitalize()}: workloads in which the reader finds every record of the writer",
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        caption=", ".join(f"{n} {reader}" for reader, n in numbers.items()),
        caption_justify="left",
    )
    table.add_column("written by \\ read by", no_wrap=True)
    for number in numbers.values():
        table.add_column(number, justify="right")
    for writer in writers:
        table.add_row(writer, *(_share(kept, writer, reader) for reader in readers))
    return table


def _names(names: Iterable[str]) -> list[str]:
    return sorted(set(names))


def _share(kept: Sequence[Outcomes], writer: str, reader: str) -> str:
    """All, or how many of how many."""
    tried = [r.outcome[writer, reader] for r in kept if (writer, reader) in r.outcome]
    good = sum(not reason for reason in tried)
    if not tried:
        return "–"
    return "all" if good == len(tried) else f"[red]{good}/{len(tried)}[/red]"
