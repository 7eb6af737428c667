"""Bytes in JSON (docs/formats.md), for the libraries that know text only: base64, known from text by the schema.

Writing needs no more than a hook: `base64_text` for the library's ``default``. Reading needs the schema, since JSON
cannot tell bytes from text: `restorer` makes a function that goes to the bytes of a record, along paths found once, and
leaves everything else alone. Only a union of bytes and text needs more on writing: a mark, set by what `marker` makes.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from collections.abc import Callable
from typing import Any

from assay_plain.types import Array, Fixed, Map, Primitive, Record, Schema, Union, kind, nullable, walk

Convert = Callable[[Any], Any]
MARK = "bytes"


def base64_text(value: Any) -> str:
    """For a library's ``default``: what it cannot write by itself must be bytes."""
    if isinstance(value, bytes):
        return b2a_base64(value, newline=False).decode("ascii")
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def restorer(schema: Schema) -> Convert | None:
    """A function that puts bytes where a record just read has base64, in place; None where a record has no bytes."""
    return _Walk(restoring=True).of(schema)


def marker(schema: Schema) -> Convert | None:
    """A function from a record to one whose bytes are marked where they could be text; None where none could."""
    return _Walk(restoring=False).of(schema)


def _is_bytes(schema: Schema) -> bool:
    return schema == Primitive("bytes") or isinstance(schema, Fixed)


def _is_ambiguous(schema: Schema) -> bool:
    return isinstance(schema, Union) and {kind(b) for b in schema.branches} >= {"bytes", "string"}


class _Walk:
    def __init__(self, *, restoring: bool) -> None:
        self.restoring = restoring
        self.wanted = _is_bytes if restoring else _is_ambiguous
        self.records: dict[int, Convert] = {}

    def of(self, schema: Schema) -> Convert | None:
        """What is to be done with the values of a schema; None where nothing is, however deep."""
        return self.touching(schema) if any(map(self.wanted, walk(schema))) else None

    def touching(self, schema: Schema) -> Convert:
        match schema:
            case Array(items=items):
                item = self.touching(items)
                return lambda values: [item(value) for value in values]
            case Map(values=values):
                entry = self.touching(values)
                return lambda entries: {key: entry(value) for key, value in entries.items()}
            case Record():
                return self.record(schema)
            case Union():
                return self.union(schema)
            case _:
                return a2b_base64

    def record(self, schema: Record) -> Convert:
        if id(schema) in self.records:
            return self.records[id(schema)]
        parts: list[tuple[str, Convert]] = []

        def in_place(record: dict[str, Any]) -> dict[str, Any]:
            for name, convert in parts:
                record[name] = convert(record[name])
            return record

        # What is read has no owner yet; what is written is the caller's and stays as it is.
        convert = in_place if self.restoring else lambda record: in_place(dict(record))
        self.records[id(schema)] = convert
        for field in schema.fields:
            part = self.of(field.schema)
            if part is not None:
                parts.append((field.name, part))
        return convert

    def union(self, schema: Union) -> Convert:
        if (other := nullable(schema)) is not None:
            only = self.touching(other)
            return lambda value: None if value is None else only(value)
        return self.several(schema.branches, _is_ambiguous(schema))

    def several(self, branches: tuple[Schema, ...], ambiguous: bool) -> Convert:
        converts = {kind(branch): self.of(branch) for branch in reversed(branches)}
        records = [({f.name for f in b.fields}, self.of(b)) for b in branches if isinstance(b, Record)]
        restoring = self.restoring

        def convert(value: Any) -> Any:
            inner: Convert | None = None
            match value:
                case dict():
                    if restoring and ambiguous and value.keys() == {MARK} and isinstance(value[MARK], str):
                        return a2b_base64(value[MARK])
                    known = (part for names, part in records if names == value.keys())
                    inner = next(known, converts.get("map"))
                case list():
                    inner = converts["array"]
                case str() if restoring and not ambiguous:
                    inner = converts.get("bytes")
                case bytes() if ambiguous:
                    return {MARK: value}
            return value if inner is None else inner(value)

        return convert
