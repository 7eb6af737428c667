"""JSON: the lines of tables as objects, by their headings. An answer, which is one table alone, is a list of them."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from assay.base.tables import Section, Table

NEEDS = "tables"
SUFFIX = ".json"
PRINTED = True


def sections(title: str, parts: Sequence[Section]) -> str:
    alone = parts[0].table if len(parts) == 1 and not (title or parts[0].title) else None
    found: Any = _rows(alone) if alone else {"title": title, "sections": [_section(part) for part in parts]}
    return json.dumps(found, ensure_ascii=False, indent=1, default=str, allow_nan=False) + "\n"


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "rows": _rows(section.table) if section.table else [],
        "failures": [asdict(failure) for failure in section.failures],
        "notes": section.notes,
    }


def _rows(table: Table) -> list[dict[str, Any]]:
    rows: Sequence[Sequence[Any]] = table.values or [line.cells for line in table.lines]
    keys = _keys(table.columns)
    return [dict(zip(keys, map(_plain, row), strict=True)) for row in rows]


def _keys(columns: list[str]) -> list[str]:
    """The headings. One that was there before gets a number, since an object has one value of a name."""
    keys: list[str] = []
    for column in columns:
        numbered = (f"{column}_{number}" for number in itertools.count(2))
        keys.append(column if column not in keys else next(key for key in numbered if key not in columns + keys))
    return keys


def _plain(value: Any) -> Any:
    """As JSON can have it, which has no numbers beyond the finite ones and no keys that are not texts."""
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Decimal):
        return float(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
