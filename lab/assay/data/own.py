"""The user's own records as JSON lines, with a schema or without."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from assay.data import canonical, infer
from assay.data.schema import (
    NO_DEFAULT,
    NULL,
    Array,
    Enum,
    Fixed,
    Map,
    Primitive,
    Record,
    Schema,
    Union,
    full_name,
    kind,
    parse,
    without_logical_types,
)
from assay.errors import AssayError, closest


def read_schema(path: Path) -> str:
    """The text of a schema file with logical types removed; AssayError when it is no schema."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AssayError(f"{path}: cannot read the schema: {reason(error)}") from None
    parse(text, str(path))
    return normal_schema(json.loads(text))


def normal_schema(document: Any) -> str:
    return json.dumps(without_logical_types(document), ensure_ascii=False, indent=1)


def has_more_lines(path: Path, maximum: int) -> bool:
    """Whether a JSON lines file, whose first ``maximum`` records were read already, holds further ones."""
    with path.open("rb") as file:
        return any(islice((raw for raw in file if raw.strip()), maximum, None))


def json_lines_records(path: Path, schema: Schema, maximum: int | None) -> list[Any]:
    """The first ``maximum`` records of a JSON lines file as plain values of the schema. Empty lines are passed over.

    Values are taken as people write them: see `_Importer`. Errors name file, line and field.
    """
    importer = _Importer()
    records = []
    for where, document in _documents(path, maximum):
        try:
            records.append(importer.plain(schema, document))
        except canonical.Misfit as misfit:
            raise AssayError(f"{where}: {misfit}") from None
    return records


def json_lines_schema(path: Path, maximum: int | None) -> str:
    """A schema for the first ``maximum`` documents of a JSON lines file that has none: see `infer`."""
    found = infer.Documents()
    where = str(path)
    try:
        for where, document in _documents(path, maximum):  # noqa: B007 (the error names the last place)
            found.add(document)
        where = str(path)
        return normal_schema(json.loads(found.schema_text()))
    except canonical.Misfit as misfit:
        raise AssayError(f"{where}: {misfit}; or say what is in the file: add --schema FILE.avsc") from None


def _documents(path: Path, maximum: int | None) -> Iterator[tuple[str, Any]]:
    """The first ``maximum`` lines that are not empty, each with its place."""
    try:
        with path.open("rb") as file:
            lines = ((f"{path}:{number}", raw) for number, raw in enumerate(file, 1) if raw.strip())
            for where, raw in islice(lines, maximum):
                yield where, _parse(raw, where)
    except OSError as error:
        raise AssayError(f"{path}: cannot read: {reason(error)}") from None


def _parse(raw: bytes, where: str) -> Any:
    try:
        return json.loads(raw)
    except UnicodeDecodeError as error:
        raise AssayError(f"{where}: not UTF-8: {error}") from None
    except json.JSONDecodeError as error:
        raise AssayError(f"{where}: not JSON at column {error.colno}: {error.msg}") from None


def reason(error: Exception) -> str:
    """An exception in few words, on one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class _Importer:
    """From JSON as people and other tools write it to plain values.

    - A whole number is taken for float and double; "NaN", "Infinity", "-Infinity" too.
    - bytes and fixed are strings whose characters are the bytes (Avro's own JSON encoding).
    - A union's value stands by itself, or as {"branch": value} (Avro's own JSON encoding).
    - A field that is not there gets its default, else null where it may be null.
    """

    def plain(self, schema: Schema, value: Any) -> Any:
        match schema:
            case Primitive(type="float" | "double" as name):
                return self.real(name, value)
            case Primitive(type="bytes") | Fixed():
                return self.bytes(schema, value)
            case Array(items=items):
                return self.array(items, value)
            case Map(values=values):
                return self.map(values, value)
            case Record():
                return self.record(schema, value)
            case Union():
                return self.union(schema, value)
            case Primitive() | Enum():
                canonical.writer(schema)(value)
                return value

    def real(self, name: str, value: Any) -> float:
        if isinstance(value, str) and value in ("NaN", "Infinity", "-Infinity"):
            return float(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise canonical.Misfit(f"expected {name}, found {canonical.found(value)}")
        result = float(value)
        if name == "float":
            try:
                return float(struct.unpack(">f", struct.pack(">f", result))[0])
            except OverflowError:
                raise canonical.Misfit(f"{value} is outside the range of float") from None
        return result

    def bytes(self, schema: Schema, value: Any) -> bytes:
        if not isinstance(value, str):
            raise canonical.Misfit(f"expected bytes (a string of them), found {canonical.found(value)}")
        try:
            result = value.encode("latin-1")
        except UnicodeEncodeError:
            raise canonical.Misfit("a character above U+00FF is not a byte") from None
        canonical.writer(schema)(result)
        return result

    def array(self, items: Schema, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise canonical.Misfit(f"expected an array, found {canonical.found(value)}")
        return [self.inside(f"[{i}]", items, item) for i, item in enumerate(value)]

    def map(self, values: Schema, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise canonical.Misfit(f"expected a map (JSON object), found {canonical.found(value)}")
        return {key: self.inside(f"{{{key}}}", values, entry) for key, entry in value.items()}

    def record(self, schema: Record, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise canonical.Misfit(f"expected a record (JSON object), found {canonical.found(value)}")
        known = {field.name for field in schema.fields}
        for key in value:
            if key not in known:
                raise canonical.Misfit(f"the schema has no such field: {closest(key, known)}").inside(f".{key}")
        result = {}
        for field in schema.fields:
            if field.name in value:
                given = value[field.name]
            elif field.default is not NO_DEFAULT:
                given = field.default
            elif NULL in (field.schema.branches if isinstance(field.schema, Union) else [field.schema]):
                given = None
            else:
                raise canonical.Misfit("the field is missing, and the schema gives no default").inside(f".{field.name}")
            result[field.name] = self.inside(f".{field.name}", field.schema, given)
        return result

    def union(self, union: Union, value: Any) -> Any:
        """The first branch that takes the value as it stands; else the one that {"branch": value} names."""
        for exact in (True, False):  # a whole number is an int or long before it is a double
            for branch in union.branches:
                if exact and kind(branch) == "real" and isinstance(value, int):
                    continue
                try:
                    return self.plain(branch, value)
                except canonical.Misfit:
                    pass
        if isinstance(value, dict) and len(value) == 1:
            ((name, inner),) = value.items()
            for branch in union.branches:
                if name in _names(branch):
                    return self.inside(f"{{{name}}}", branch, inner)
        if len(ends := [b for b in union.branches if b != NULL]) == 1:
            return self.plain(ends[0], value)  # for its more helpful message
        allowed = ", ".join(_names(branch)[0] for branch in union.branches)
        raise canonical.Misfit(f"no branch of the union ({allowed}) takes {canonical.found(value)}")

    def inside(self, step: str, schema: Schema, value: Any) -> Any:
        try:
            return self.plain(schema, value)
        except canonical.Misfit as misfit:
            raise misfit.inside(step) from None


def _names(branch: Schema) -> tuple[str, ...]:
    if isinstance(branch, Record | Enum | Fixed):
        return branch.name, full_name(branch)
    return (branch.type,) if isinstance(branch, Primitive) else (kind(branch),)
