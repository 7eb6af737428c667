"""The report on a terminal, or in a pipe."""

from __future__ import annotations

import sys

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from assay.report import tables
from assay.report.analysis import Analysis
from assay.report.growth import growth
from assay.report.processes import processes
from assay.report.sizes import sizes
from assay.report.stores import comparison

WIDTH_OF_PIPES = 160  # columns where nobody says how wide the output may be
COLOURS = {"faster": "green", "slower": "red"}


def show(analysis: Analysis) -> None:
    console = Console(width=None if sys.stdout.isatty() else WIDTH_OF_PIPES, highlight=False)
    for part in analysis.comparisons:
        _print(console, comparison(analysis, part))
    for table in [*processes(analysis), *sizes(analysis), *growth(analysis), *tables.overview(analysis)]:
        _print(console, table)
    for line in tables.about(analysis):
        console.print(f"[dim]{escape(line)}[/dim]")


def _print(console: Console, table: tables.Table) -> None:
    console.print(_rich(table))
    for name, status, reason in table.failures:
        console.print(f"  [bold]{escape(name)}[/bold]: {status}: {escape(reason)}")
    for note in table.notes:
        console.print(f"  [dim]{escape(note)}[/dim]")
    console.print()


def _rich(table: tables.Table) -> RichTable:
    rich = RichTable(
        title=escape(table.title), title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1)
    )
    for number, column in enumerate(table.columns):
        rich.add_column(column, justify="right" if number in table.right else "left", no_wrap=number == 0)
    verdict = table.columns.index("verdict") if "verdict" in table.columns else None
    for row in table.rows:
        rich.add_row(*map(escape, row), style=COLOURS.get(row[verdict]) if verdict is not None else None)
    return rich
