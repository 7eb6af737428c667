"""The schema of a trial: shown in few lines, and kept as a file that the user may edit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union


def keep(text: str, folder: Path, name: str) -> tuple[Path, Path | None]:
    """Write a schema to ``folder``; its path, and that of another one of this name, which is left as it is."""
    first = folder / f"{name}.avsc"
    path, number = first, 1
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while path.exists() and not _same(path, text):
            number += 1
            path = folder / f"{name}-{number}.avsc"
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise AssayError(f"{path}: cannot write the schema here: {error.strerror}") from None
    return path, first if path != first else None


def _same(path: Path, text: str) -> bool:
    try:
        return bool(json.loads(path.read_text(encoding="utf-8")) == json.loads(text))
    except (OSError, ValueError):
        return False


def lines(schema: Schema) -> list[str]:
    """A line for each field, those of records inside indented."""
    return list(_fields(schema, "", set()))


def _fields(schema: Schema, indent: str, seen: set[int]) -> Any:
    for record in _records(schema):
        if id(record) in seen:
            continue
        seen.add(id(record))
        for field in record.fields:
            yield f"{indent}{field.name}: {words(field.schema)}"
            yield from _fields(field.schema, indent + "  ", seen)


def _records(schema: Schema) -> list[Record]:
    """The records that a value of the schema holds without another record between."""
    match schema:
        case Record():
            return [schema]
        case Array(items=inner) | Map(values=inner):
            return _records(inner)
        case Union(branches=branches):
            return [record for branch in branches for record in _records(branch)]
    return []


def words(schema: Schema) -> str:
    match schema:
        case Primitive(type=name):
            return name
        case Enum(symbols=symbols):
            return f"one of {len(symbols)} symbols"
        case Fixed(size=size):
            return f"{size} bytes"
        case Array(items=items):
            return f"array of {words(items)}"
        case Map(values=values):
            return f"map of {words(values)}"
        case Union(branches=branches):
            return " or ".join(words(branch) for branch in branches)
        case Record():
            return "record"
