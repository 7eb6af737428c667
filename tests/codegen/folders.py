"""Folders with a schema and a record each, for contestants that take any schema: odd names, unions, and many more."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from data.schemas import documents_with_values
from hypothesis import given, settings

from assay.data import canonical
from assay.data.resolved import resolved
from assay.data.schema import parse

SCHEMAS = 60

AWKWARD = r"""{"type": "record", "name": "Struct", "fields": [
  {"name": "str", "type": {"type": "enum", "name": "Enum", "symbols": ["mro", "_", "__init__", "class", "None"]}},
  {"name": "__", "type": {"type": "fixed", "name": "bool", "size": 0}},
  {"name": "class", "type": {"type": "record", "name": "class", "fields": []}},
  {"name": "class_", "type": {"type": "record", "name": "a.list", "fields": [
    {"name": "self", "type": {"type": "array", "items": "a.list"}}]}},
  {"name": "Struct", "type": ["null", "Struct"]},
  {"name": "__init__", "type": ["Enum", "null"]},
  {"name": "message", "type": {"type": "map", "values": ["null", "bytes"]}}
]}"""
EMPTY = '{"str":"mro","__":"","class":{},"class_":{"self":[]},"Struct":null,"__init__":null,"message":{}}'
AWKWARD_LINE = (
    '{"str":"__init__","__":"","class":{},"class_":{"self":[{"self":[]}]},'
    f'"Struct":{EMPTY},"__init__":"_","message":{{"":"00","a":null}}}}'
)

# Unions whose branches not every library distinguishes, each with a value of every branch.
UNIONS = r"""{"type": "record", "name": "Unions", "fields": [
  {"name": "a", "type": {"type": "array", "items": ["string", "bytes"]}},
  {"name": "b", "type": {"type": "array", "items": ["null", {"type": "map", "values": "bytes"},
    {"type": "record", "name": "A", "fields": [{"name": "x", "type": "bytes"}]},
    {"type": "record", "name": "B", "fields": [{"name": "y", "type": "bytes"}]}]}},
  {"name": "c", "type": {"type": "array", "items": ["int", "boolean", "double", "string", "long"]}},
  {"name": "d", "type": {"type": "array", "items": [
    {"type": "fixed", "name": "F", "size": 2}, "bytes",
    {"type": "enum", "name": "E", "symbols": ["a", "b"]}, "string"]}},
  {"name": "e", "type": {"type": "array", "items": [{"type": "array", "items": "bytes"}, "bytes", "null"]}},
  {"name": "f", "type": {"type": "array", "items": ["float", "double"]}},
  {"name": "g", "type": {"type": "array", "items": "E"}},
  {"name": "h", "type": {"type": "map", "values": ["E", "null"]}}
]}"""
UNIONS_VALUE = {
    "a": ["bytes", b"bytes"],
    "b": [None, {"z": b"1", "bytes": b"2"}, {"x": b"1"}, {"y": b"1"}],
    "c": [1, True, 1.5, "a", 2**40],
    "d": [b"12", b"123", "a", "aa"],
    "e": [[b"1"], b"2", None],
    "f": [0.5, 0.1],
    "g": ["b", "a"],
    "h": {"x": "b", "y": None},
}


def made_folders(folder: Path) -> list[Path]:
    """Each with `schema.avsc`, `resolved.json` and `record.json`, a canonical line; numbers are finite."""
    found: list[Path] = []

    def add(text: str, line: str) -> None:
        case = folder / f"{len(found)}"
        case.mkdir()
        (case / "schema.avsc").write_text(text, encoding="utf-8")
        (case / "resolved.json").write_text(json.dumps(resolved(parse(text))), encoding="utf-8")
        (case / "record.json").write_text(line, encoding="utf-8")
        found.append(case)

    @settings(max_examples=SCHEMAS)
    @given(documents_with_values)
    def collect(pair: tuple[str, object]) -> None:
        text, value = pair
        if finite(value):  # JSON has no more
            add(text, canonical.writer(parse(text))(value))

    add(AWKWARD, AWKWARD_LINE)
    add(UNIONS, canonical.writer(parse(UNIONS))(UNIONS_VALUE))
    collect()
    return found


def finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    if isinstance(value, list):
        return all(map(finite, value))
    return not isinstance(value, float) or math.isfinite(value)
