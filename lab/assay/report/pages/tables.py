"""Tables that a page puts together: rows and columns choose cells of documents, or what others published."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assay.analysis.figures import Comparison
from assay.base import toml, words
from assay.base.errors import AssayError
from assay.base.tables import Line, Table
from assay.report.pages import figures
from assay.report.pages.sources import Sources

PUBLISHED = "published"  # what a column shows that has figures of others


class Choice(BaseModel):
    """Which cell: what the table, its row and its column say of it together, the later winning.

    ``contestant``: ``java/*`` is the fastest of Java, ``*/avsc`` that of any language. ``published``: keys of a figure
    that others published; those of table, row and column stand one after the other.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    document: str = ""
    workload: str = ""
    operation: str = ""
    way: str = ""
    contestant: str = ""
    published: list[str] = []

    @property
    def subject(self) -> str:
        return " ".join(filter(None, [self.workload, self.operation, self.way]))


class TableColumn(Choice):
    """``show``: the name of a figure, or *published*. ``over``: the contestant whose figure it is divided by.

    ``over`` of a published figure is what stands instead of its last key.
    ``among``: show which share of the fastest of these contestants' speed it reaches, in per cent.
    """

    title: str
    show: str = "time"
    unit: str = ""
    over: str = ""
    among: list[str] = []


class TableRow(Choice):
    """``words``: what stands under the table's heads."""

    words: list[str]


class PageTable(Choice):
    """``rows``: listed; or *contestants*, all that a column has, ordered as in the first column; or *names*, the same
    without their language, for columns of several languages.

    ``heads``: of the columns that say what a row is. ``file``: where published figures are.
    """

    heads: Annotated[list[str], Field(min_length=1)]
    rows: list[TableRow] | Literal["contestants", "names"]
    file: str = ""
    columns: Annotated[list[TableColumn], Field(min_length=1)]


def table(text: str, sources: Sources) -> Table:
    """The table that this TOML asks for. AssayError where it asks for something that does not exist."""
    try:
        wanted = PageTable.model_validate(toml.parsed(text))
    except ValidationError as error:
        first = error.errors()[0]
        raise AssayError(f"not a table: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except ValueError as error:
        raise AssayError(f"not a table: {error}") from None
    rows = wanted.rows if isinstance(wanted.rows, list) else _contestants(wanted, sources)
    lines = [Line([*row.words, *(_cell(wanted, row, column, sources) for column in wanted.columns)]) for row in rows]
    heads = len(wanted.heads)
    right = set(range(heads, heads + len(wanted.columns)))
    return Table([*wanted.heads, *(column.title for column in wanted.columns)], lines, right)


def _together(*choices: Choice) -> Choice:
    found: dict[str, Any] = {}
    for choice in choices:
        for key in Choice.model_fields:
            if value := getattr(choice, key):
                found[key] = [*found.get(key, []), *value] if key == "published" else value
    return Choice(**found)


def _contestants(wanted: PageTable, sources: Sources) -> list[TableRow]:
    """Those of the first column from fast to slow, then those that only later columns have."""
    names: dict[str, None] = {}
    for column in wanted.columns:
        for row in _comparison(_together(wanted, column), sources).rows:
            if not row.cell.control:
                names.setdefault(row.contestant.name)
    if wanted.rows == "contestants":
        return [TableRow(words=[name], contestant=name) for name in names]
    alone = dict.fromkeys(name.partition("/")[2] for name in names)
    return [TableRow(words=[name], contestant=f"*/{name}") for name in alone]


def _comparison(choice: Choice, sources: Sources) -> Comparison:
    return figures.find(sources.analysis(choice.document), choice.subject)


def _cell(wanted: PageTable, row: TableRow, column: TableColumn, sources: Sources) -> str:
    choice = _together(wanted, row, column)
    if column.show == PUBLISHED:
        return _published(wanted.file, choice.published, column, sources)
    comparison = _comparison(choice, sources)
    found = figures.row(comparison, choice.contestant)
    value = figures.number(found, column.show)
    if value is None:
        return found.cell.status if found and not found.time else words.NONE
    if column.among:
        shares = [figures.beside(figures.row(comparison, one), found, "time") for one in column.among]
        return words.maybe(lambda share: f"{100 * share:.0f}", min(filter(None, shares), default=None))
    if column.over:
        return words.maybe(words.times, figures.beside(found, figures.row(comparison, column.over), column.show))
    apart = found and found.deferred and column.show in figures.OF_SPEED
    return f"{figures.say(value, column.show, column.unit)}{' (deferred)' if apart else ''}"


def _published(file: str, keys: list[str], column: TableColumn, sources: Sources) -> str:
    value = sources.published(file, keys)
    if value is None:
        return words.NONE
    if column.over:
        other = sources.published(file, [*keys[:-1], column.over])
        numbers = isinstance(value, int | float) and isinstance(other, int | float)
        return words.times(float(value) / float(other)) if numbers and other else words.NONE
    return value if isinstance(value, str) else f"{value:,}"
