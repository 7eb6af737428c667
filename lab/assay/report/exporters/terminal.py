"""For a terminal, or a pipe: as wide as that is, and no name is cut."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from assay.base.tables import Section, Table

if TYPE_CHECKING:
    from rich.console import Console, Group
    from rich.table import Table as RichTable

    from assay.analysis.figures import Analysis

NEEDS = "tables"
SUFFIX = ".txt"
PRINTED = True
WIDTH_OF_PIPES = 160  # columns if the terminal does not say how wide it is
COLOURS = {"faster": "green", "slower": "red", "met": "green", "missed": "red", "open": "yellow"}
GAP = 3  # columns between those of a table
LEAST = 8  # columns of a name, below which it is not folded


def sections(_title: str, parts: Sequence[Section]) -> str:
    """Coloured, and as wide as the terminal, where standard output is one."""
    from rich.console import Console

    console = Console(width=_width(), highlight=False)
    with console.capture() as capture:
        for section in parts:
            _print(console, section)
    return capture.get()


def report(analysis: Analysis) -> str:
    """Without what is to be looked up."""
    from assay.report.sections import sections as all_of

    return sections("", [section for section in all_of(analysis) if not section.reference])


def standing(analysis: Analysis) -> Group:
    """The tables of a run that still goes on, for a screen that is drawn again and again."""
    from rich.console import Console, Group

    from assay.report.standing import sections as standings

    width = Console(stderr=True).width
    found = [(section.title, section.table) for section in standings(analysis) if section.table]
    return Group(*(part for title, table in found for part in _tables(title, table, width)[0]))


def _width() -> int | None:
    """None: as the terminal says. COLUMNS says it for both."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    return None if sys.stdout.isatty() else WIDTH_OF_PIPES


def _print(console: Console, section: Section) -> None:
    from rich.markup import escape

    indent = "  " if (section.title if section.lead else section.table) else ""
    if section.lead:
        if section.title:
            console.print(f"[bold]{escape(section.title)}[/bold]")
        for note in section.notes:
            console.print(f"{indent}{escape(note)}", soft_wrap=not sys.stdout.isatty())
        if section.title:
            console.print()
        return
    left_out: list[str] = []
    if section.table:
        tables, left_out = _tables(section.title, section.table, console.width)
        for table in tables:
            console.print(table)
    for failure in section.failures:
        console.print(f"  [bold]{escape(failure.name)}[/bold]: {failure.status}: {escape(failure.reason)}")
    if left_out:
        named = ", ".join(left_out)
        console.print(f"{indent}[dim]Not shown in {console.width} columns: {escape(named)}.[/dim]")
    for note in section.notes:
        console.print(f"{indent}[dim]{escape(note)}[/dim]")
    if section.table:
        console.print()


def _tables(title: str, table: Table, width: int) -> tuple[list[RichTable], list[str]]:
    """A table in as many parts as its columns need, each with the names; and the headings that are left out."""
    shown = list(range(len(table.columns)))
    left_out = []
    for heading in table.spare:
        if _taken(table, shown) <= width:
            break
        if heading in table.columns:
            shown.remove(table.columns.index(heading))
            left_out.append(heading)
    parts = list(_parts(table, shown, width))
    return [_rich(title if part is parts[0] else "", table, part, width) for part in parts], left_out


def _parts(table: Table, shown: Sequence[int], width: int) -> Iterator[list[int]]:
    names = [number for number in shown if number in table.names]
    part = names
    for number in (number for number in shown if number not in names):
        if part != names and _taken(table, [*part, number]) > width:
            yield part
            part = names
        part = [*part, number]
    yield part


def _taken(table: Table, shown: Sequence[int]) -> int:
    """The least columns of a terminal that these take."""
    return sum(_least(table, number) for number in shown) + GAP * (len(shown) - 1)


def _texts(table: Table, number: int) -> list[str]:
    return [table.columns[number], *(line.cells[number] for line in table.lines)]


def _full(table: Table, number: int) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, _texts(table, number)))


def _least(table: Table, number: int) -> int:
    """Names and figures stay on one line; sentences and headings are broken between words."""
    from rich.cells import cell_len

    texts = _texts(table, number)
    whole = texts[1:] if number in table.names or number in table.right else []
    return max(cell_len(word) for text in texts for word in ([text] if text in whole else text.split() or [""]))


def _rich(title: str, table: Table, shown: Sequence[int], width: int) -> RichTable:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table as RichTable

    rich = RichTable(
        title=escape(title) or None,
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        padding=(0, 1),
        show_edge=False,
        pad_edge=False,
    )
    for number, columns in _widths(table, shown, width).items():
        rich.add_column(
            escape(table.columns[number]),
            justify="right" if number in table.right else "left",
            width=columns,
            overflow="fold",
        )
    for line in table.lines:
        rich.add_row(*(escape(line.cells[number]) for number in shown), style=COLOURS.get(line.verdict))
    return rich


def _widths(table: Table, shown: Sequence[int], width: int) -> dict[int, int]:
    """What each column gets: the widest gives all that it can, then the next; names, which are folded, come last."""
    full = {number: _full(table, number) for number in shown}
    found = dict(full)
    least = {number: _least(table, number) for number in shown}
    over = sum(found.values()) + GAP * (len(shown) - 1) - width
    for floors in (least, dict.fromkeys(shown, LEAST)):
        while over > 0 and (able := [number for number in shown if found[number] > floors[number]]):
            found[max(able, key=lambda number: full[number])] -= 1
            over -= 1
    return found
