"""A question in SQL about results documents, answered by DuckDB in memory.

The statement can read these tables and nothing else: no file, no network, no variable of this process, no setting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import duckdb

from assay.analysis.query.tables import TABLES, Table
from assay.base import words
from assay.base.errors import AssayError
from assay.base.tables import Line, Section
from assay.base.tables import Table as Printed
from assay.results.folder import Found

CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "python_enable_replacements": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "temp_directory": "",
}
LOCKS = ("SET enable_external_access = false", "SET lock_configuration = true")
DIGITS = 6  # significant ones, where people read
# Functions that take the name of a table, or a statement, as text.
BY_TEXT = re.compile(r"\bquery(_table)?\s*\(", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    columns: list[str]
    rows: list[tuple[Any, ...]]

    @property
    def section(self) -> Section:
        """A table without a title."""
        numbers = {place for row in self.rows for place, value in enumerate(row) if _is_number(value)}
        lines = [Line([_words(value) for value in row]) for row in self.rows]
        return Section("", Printed(self.columns, lines, numbers, values=[list(row) for row in self.rows]))


def answer(found: Sequence[Found], statement: str) -> Answer:
    """What one SELECT says of these documents. AssayError, in one line, for anything else, and for errors in it."""
    connection = duckdb.connect(":memory:", config=CONFIG)
    try:
        for table in TABLES.values():
            _create(connection, table)
            if _may_name(statement, table):
                _fill(connection, table, found)
        for lock in LOCKS:
            connection.execute(lock)
        return _ask(connection, statement)
    finally:
        connection.close()


def _create(connection: Any, table: Table) -> None:
    columns = ", ".join(f'"{column.name}" {column.kind}' for column in table.columns)
    connection.execute(f"CREATE TABLE {table.name} ({columns})")


def _fill(connection: Any, table: Table, found: Iterable[Found]) -> None:
    """Column by column: row by row would take a hundred times as long."""
    rows = list(table.items(list(found)))
    if rows:
        places = ", ".join(f"unnest(?::{column.kind}[])" for column in table.columns)
        values = [[column.value(row) for row in rows] for column in table.columns]
        try:
            connection.execute(f"INSERT INTO {table.name} SELECT {places}", values)
        except duckdb.Error as error:  # a number larger than any that is measured, for one
            raise AssayError(
                f"a document does not fit into the table {table.name}: {_first_words(str(error))}"
            ) from None


def _may_name(statement: str, table: Table) -> bool:
    """Whether the statement can be about a table; those that it does not name stay empty, which saves their time."""
    return bool(BY_TEXT.search(statement) or re.search(rf"\b{table.name}\b", statement, re.IGNORECASE))


def _ask(connection: Any, statement: str) -> Answer:
    try:
        statements = connection.extract_statements(statement)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise AssayError('a query is one SELECT, like "select suite, count(*) from documents group by suite"')
        asked = connection.execute(statements[0])
        return Answer([column[0] for column in asked.description], asked.fetchall())
    except (duckdb.Error, ValueError, OverflowError) as error:  # the latter two: values that Python does not have
        raise AssayError(f"the query fails: {_first_words(str(error))}") from None


def _first_words(message: str) -> str:
    """What is wrong and what was perhaps meant, without the drawing of the place."""
    return " ".join(message.partition("\nLINE ")[0].split())


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _words(value: Any) -> str:
    if value is None:
        return words.NONE
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)
