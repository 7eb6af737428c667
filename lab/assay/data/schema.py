"""Avro schemas as the lab sees them: parsed, named types resolved, logical types left aside.

Every room of the lab that looks into a schema (records, canonical forms, code generation) uses these classes.
A schema error names the place in the schema, in words a user can act on.
"""

from __future__ import annotations

import json
import re
from typing import Any

from assay.base.errors import AssayError, closest
from assay_plain.types import (
    KINDS,
    NO_DEFAULT,
    NULL,
    Array,
    Enum,
    Field,
    Fixed,
    Map,
    Named,
    Primitive,
    Record,
    Schema,
    Union,
    full_name,
    kind,
    nullable,
    walk,
)

__all__ = [
    "NO_DEFAULT",
    "NULL",
    "Array",
    "Enum",
    "Field",
    "Fixed",
    "Map",
    "Named",
    "Primitive",
    "Record",
    "Schema",
    "Union",
    "full_name",
    "is_recursive",
    "kind",
    "named_types",
    "nullable",
    "parse",
    "walk",
    "without_logical_types",
]

PRIMITIVES = tuple(KINDS)
COMPLEX = ("record", "error", "enum", "fixed", "array", "map")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
JSON_NAME = re.compile(r'[^"\\\x00-\x1f]+')  # what stands in JSON as it is


def parse(text: str, where: str = "schema", *, json_names: bool = False) -> Schema:
    """Parse the JSON text of an Avro schema.

    ``json_names``: fields may be named as the keys of JSON documents are (``JSON_NAME``).
    Errors: AssayError that begins with ``where`` (a file name) and names the place inside the schema.
    """
    try:
        return _Parser(where, json_names).schema(json.loads(text), "", "")
    except json.JSONDecodeError as error:
        raise AssayError(
            f"{where}:{error.lineno}:{error.colno}: not JSON: {error.msg}; an Avro schema is a JSON document"
        ) from None
    except RecursionError:
        raise AssayError(f"{where}: nested too deeply to be read") from None


def without_logical_types(document: Any) -> Any:
    """The schema document with every ``logicalType`` (and its precision and scale) removed.

    The lab measures the underlying types: libraries differ in which logical types they convert, and a
    benchmark of date parsing is another benchmark.
    """
    if isinstance(document, list):
        return [without_logical_types(item) for item in document]
    if not isinstance(document, dict):
        return document
    if "logicalType" in document and isinstance(document.get("type"), str):
        dropped = {"logicalType", "precision", "scale"}
        document = {k: v for k, v in document.items() if k not in dropped}
        if set(document) == {"type"} and document["type"] in PRIMITIVES:
            return document["type"]
    result = {}
    for key, value in document.items():
        if key == "fields" and isinstance(value, list):
            result[key] = [
                {k: without_logical_types(v) if k == "type" else v for k, v in f.items()} if isinstance(f, dict) else f
                for f in value
            ]
        elif key in ("type", "items", "values"):
            result[key] = without_logical_types(value)
        else:
            result[key] = value
    return result


def named_types(schema: Schema) -> list[Named]:
    """Every record, enum and fixed of a schema once, inner ones before the records that hold them."""
    found: list[Named] = []
    seen: set[int] = set()

    def visit(s: Schema) -> None:
        match s:
            case Array(items=inner) | Map(values=inner):
                visit(inner)
            case Union(branches=branches):
                for branch in branches:
                    visit(branch)
            case Enum() | Fixed():
                if id(s) not in seen:
                    seen.add(id(s))
                    found.append(s)
            case Record(fields=fields):
                if id(s) not in seen:
                    seen.add(id(s))
                    for f in fields:
                        visit(f.schema)
                    found.append(s)
            case Primitive():
                pass

    visit(schema)
    return found


def is_recursive(schema: Schema) -> bool:
    """Whether a record may hold others of its own type."""
    records = [part for part in walk(schema) if isinstance(part, Record)]
    return any(inner is record for record in records for f in record.fields for inner in walk(f.schema))


class _Parser:
    def __init__(self, where: str, json_names: bool) -> None:
        self.where = where
        self.json_names = json_names
        self.names: dict[str, Named] = {}

    def fail(self, path: str, message: str) -> AssayError:
        return AssayError(f"{self.where}: {path or 'top level'}: {message}")

    def schema(self, document: Any, namespace: str, path: str) -> Schema:
        if isinstance(document, str):
            return self.reference(document, namespace, path)
        if isinstance(document, list):
            return self.union(document, namespace, path)
        if not isinstance(document, dict):
            raise self.fail(path, f"a schema is a name, an object or a list, not {json.dumps(document)[:40]}")
        if "type" not in document:
            raise self.fail(path, 'the object has no "type"')
        type_ = document["type"]
        if not isinstance(type_, str):
            return self.schema(type_, namespace, path)
        match type_:
            case "record" | "error":
                return self.record(document, namespace, path)
            case "enum":
                return self.enum(document, namespace, path)
            case "fixed":
                return self.fixed(document, namespace, path)
            case "array":
                return Array(self.schema(self.need(document, "items", path), namespace, f"{path}[]"))
            case "map":
                return Map(self.schema(self.need(document, "values", path), namespace, f"{path}{{}}"))
            case _:
                return self.reference(type_, namespace, path)

    def need(self, document: dict[str, Any], key: str, path: str) -> Any:
        if key not in document:
            raise self.fail(path, f'a {document["type"]} needs "{key}"')
        return document[key]

    def reference(self, name: str, namespace: str, path: str) -> Schema:
        if name in PRIMITIVES:
            return Primitive(name)
        absolute = name if "." in name or not namespace else f"{namespace}.{name}"
        found = self.names.get(absolute)
        if found is None and name in self.names:
            why = f'"{name}" is in no namespace, and cannot be named from inside one'
            raise self.fail(path, f'unknown type "{absolute}": {why}')
        if found is None:
            hint = closest(name, [*PRIMITIVES, *COMPLEX, *self.names])
            raise self.fail(path, f'unknown type "{name}": {hint}')
        return found

    def declare(self, document: dict[str, Any], namespace: str, path: str) -> tuple[str, str]:
        name = self.need(document, "name", path)
        if not isinstance(name, str) or not all(NAME.fullmatch(part) for part in name.split(".")):
            raise self.fail(path, f"{json.dumps(name)} is not an Avro name (letters, digits, _; no digit first)")
        if "." in name:
            namespace, _, name = name.rpartition(".")
        else:
            namespace = document.get("namespace", namespace) or ""
            if not isinstance(namespace, str):
                raise self.fail(path, f'"namespace" must be text, not {json.dumps(namespace)[:40]}')
        absolute = f"{namespace}.{name}" if namespace else name
        if absolute in self.names:
            raise self.fail(path, f'"{absolute}" is defined twice')
        if name in PRIMITIVES:
            raise self.fail(path, f'"{name}" is the name of a primitive type')
        return name, namespace

    def record(self, document: dict[str, Any], namespace: str, path: str) -> Record:
        name, namespace = self.declare(document, namespace, path)
        record = Record(name, namespace)
        self.names[full_name(record)] = record
        fields = self.need(document, "fields", path or name)
        if not isinstance(fields, list):
            raise self.fail(path or name, '"fields" must be a list')
        seen: set[str] = set()
        for number, part in enumerate(fields):
            here = f"{path}.{number}" if path else f"{name}.{number}"
            if not isinstance(part, dict) or not isinstance(part.get("name"), str):
                raise self.fail(here, 'a field is an object with "name" and "type"')
            here = f"{path}.{part['name']}" if path else f"{name}.{part['name']}"
            if not (JSON_NAME if self.json_names else NAME).fullmatch(part["name"]):
                raise self.fail(here, "not an Avro name (letters, digits, _; no digit first)")
            if part["name"] in seen:
                raise self.fail(here, "the field is defined twice")
            if "type" not in part:
                raise self.fail(here, 'the field has no "type"')
            seen.add(part["name"])
            type_ = self.schema(part["type"], namespace, here)
            record.fields.append(Field(part["name"], type_, part.get("default", NO_DEFAULT)))
        return record

    def enum(self, document: dict[str, Any], namespace: str, path: str) -> Enum:
        name, namespace = self.declare(document, namespace, path)
        symbols = self.need(document, "symbols", path or name)
        if not isinstance(symbols, list) or not symbols:
            raise self.fail(path or name, '"symbols" must be a list of at least one name')
        for symbol in symbols:
            if not isinstance(symbol, str) or not NAME.fullmatch(symbol):
                raise self.fail(path or name, f"{json.dumps(symbol)} is not an Avro name")
        if len(set(symbols)) != len(symbols):
            raise self.fail(path or name, "a symbol is listed twice")
        enum = Enum(name, namespace, tuple(symbols))
        self.names[full_name(enum)] = enum
        return enum

    def fixed(self, document: dict[str, Any], namespace: str, path: str) -> Fixed:
        name, namespace = self.declare(document, namespace, path)
        size = self.need(document, "size", path or name)
        if not isinstance(size, int) or isinstance(size, bool) or size < 0:
            raise self.fail(path or name, '"size" must be a whole number')
        fixed = Fixed(name, namespace, size)
        self.names[full_name(fixed)] = fixed
        return fixed

    def union(self, document: list[Any], namespace: str, path: str) -> Union:
        if not document:
            raise self.fail(path, "a union needs at least one branch")
        branches = tuple(self.schema(branch, namespace, path) for branch in document)
        seen: set[str] = set()
        for branch in branches:
            if isinstance(branch, Union):
                raise self.fail(path, "a union must not contain a union directly")
            name = full_name(branch) if isinstance(branch, Named) else _type_name(branch)
            if name in seen:
                raise self.fail(path, f'the union has "{name}" twice')
            seen.add(name)
        return Union(branches)


def _type_name(schema: Schema) -> str:
    if isinstance(schema, Primitive):
        return schema.type
    return "array" if isinstance(schema, Array) else "map"
