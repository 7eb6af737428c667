"""An answer as a table in the terminal, Markdown, CSV or JSON; and the list of the tables that can be asked about."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from assay.analysis.query.answer import Answer
from assay.analysis.query.tables import TABLES
from assay.base.tables import Line, Section, Table
from assay.base.words import NONE
from assay.report.exporters import markdown, terminal

DIGITS = 6  # significant ones, where people read


def _terminal(answer: Answer) -> str:
    return terminal.printed([Section("", _table(answer))])


def _markdown(answer: Answer) -> str:
    return "\n".join(markdown.table(_table(answer))) + "\n"


def _csv(answer: Answer) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(answer.columns)
    writer.writerows(["" if value is None else value for value in row] for row in answer.rows)
    return text.getvalue()


def _json(answer: Answer) -> str:
    rows = [dict(zip(answer.columns, map(_plain, row), strict=True)) for row in answer.rows]
    return json.dumps(rows, ensure_ascii=False, indent=1, default=str, allow_nan=False) + "\n"


FORMS: dict[str, Callable[[Answer], str]] = {
    "terminal": _terminal,
    "markdown": _markdown,
    "csv": _csv,
    "json": _json,
}


def tables() -> str:
    """The tables and their columns, in Markdown, as docs/query.md has them."""
    parts = []
    for table in TABLES.values():
        parts += [f"### {table.name}", "", table.words, "", "| column | type | meaning |", "|---|---|---|"]
        parts += [f"| `{column.name}` | {column.kind.lower()} | {column.words} |" for column in table.columns]
        parts.append("")
    return "\n".join(parts)


def _table(answer: Answer) -> Table:
    numbers = {
        place
        for place in range(len(answer.columns))
        if any(
            isinstance(row[place], int | float | Decimal) and not isinstance(row[place], bool) for row in answer.rows
        )
    }
    return Table(answer.columns, [Line([_words(value) for value in row]) for row in answer.rows], numbers)


def _words(value: Any) -> str:
    if value is None:
        return NONE
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> Any:
    """As JSON can have it, which has no numbers beyond the finite ones and no keys that are not texts."""
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Decimal):
        return float(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
