"""The report on a terminal, or in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table as RichTable

from assay.analysis.figures import Analysis
from assay.base.tables import Section, Table
from assay.report.sections import sections
from assay.report.standing import sections as standings

SUFFIX = ".txt"
PRINTED = True
WIDTH_OF_PIPES = 160  # columns where nobody says how wide the output may be
COLOURS = {"faster": "green", "slower": "red"}


def render(analysis: Analysis) -> str:
    return printed([section for section in sections(analysis) if not section.reference])


def printed(parts: Sequence[Section]) -> str:
    """Sections, coloured, and as wide as the terminal, where standard output is one."""
    console = Console(width=None if sys.stdout.isatty() else WIDTH_OF_PIPES, highlight=False)
    with console.capture() as capture:
        for section in parts:
            _print(console, section)
    return capture.get()


def standing(analysis: Analysis) -> Group:
    """The tables of a run that still goes on, for a screen that is drawn again and again."""
    return Group(*(_rich(section.title, section.table) for section in standings(analysis) if section.table))


def _print(console: Console, section: Section) -> None:
    indent = "  " if section.table else ""
    if section.table:
        console.print(_rich(section.title, section.table))
    if section.lead:
        console.print(f"[bold]{escape(section.title)}[/bold]")
        for note in section.notes:
            console.print(f"  {escape(note)}", soft_wrap=not sys.stdout.isatty())
        console.print()
        return
    for failure in section.failures:
        console.print(f"  [bold]{escape(failure.name)}[/bold]: {failure.status}: {escape(failure.reason)}")
    for note in section.notes:
        console.print(f"{indent}[dim]{escape(note)}[/dim]")
    if section.table:
        console.print()


def _rich(title: str, table: Table) -> RichTable:
    rich = RichTable(title=escape(title), title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1))
    for number, column in enumerate(table.columns):
        rich.add_column(column, justify="right" if number in table.right else "left", no_wrap=number == 0)
    for line in table.lines:
        rich.add_row(*map(escape, line.cells), style=COLOURS.get(line.verdict))
    return rich
