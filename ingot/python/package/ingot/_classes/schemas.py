"""The schema of a class, or of any other type that a field of one may have."""

from __future__ import annotations

import datetime
import decimal
import enum
import math
import types
import typing
import uuid
from collections import abc
from typing import Any

from ingot._classes.fields import ABSENT, ARRAYS, MAPS, Field, fields_of, stripped, symbol_for
from ingot._ingot import Duration
from ingot.errors import SchemaError

_PLAIN: dict[Any, Any] = {
    bool: "boolean",
    int: "long",
    float: "double",
    str: "string",
    bytes: "bytes",
    bytearray: "bytes",
    type(None): "null",
    datetime.date: {"type": "int", "logicalType": "date"},
    datetime.time: {"type": "long", "logicalType": "time-micros"},
    datetime.datetime: {"type": "long", "logicalType": "timestamp-micros"},
    decimal.Decimal: {"type": "bytes", "logicalType": "big-decimal"},
    uuid.UUID: {"type": "string", "logicalType": "uuid"},
}


def schema(kind: Any) -> Any:
    """The schema of a class, or of any type that one may have as a field, as JSON."""
    return _Making().of(kind, "")


class _Making:
    def __init__(self) -> None:
        self.named: dict[str, Any] = {}

    def of(self, kind: Any, path: str) -> Any:
        """The schema of a type. A class that was met before is its name alone."""
        kind, given = stripped(kind)
        if given is not None:
            return self.again(given)
        plain = _plain(kind)
        if plain is not None:
            return plain
        if kind is Duration:
            name = "ingot.Duration"
            return self.once(name, name, lambda: {"type": "fixed", "size": 12, "logicalType": "duration"}, path)
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin in (typing.Union, types.UnionType):
            return [self.of(branch, path) for branch in arguments]
        if origin is typing.Literal:
            raise _unknown(kind, path, "an enum.Enum has a name, as Avro's enums do")
        if origin in ARRAYS and (len(arguments) == 1 or (origin is tuple and arguments[1:] == (...,))):
            return {"type": "array", "items": self.of(arguments[0], path + "[]")}
        if origin in MAPS and len(arguments) == 2:
            if arguments[0] is not str:
                raise _unknown(kind, path, "the keys of maps are strings")
            return {"type": "map", "values": self.of(arguments[1], path + "{}")}
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return self.once(
                kind.__name__, kind, lambda: {"type": "enum", "symbols": [symbol_for(member) for member in kind]}, path
            )
        found = fields_of(kind)
        if found is None:
            raise _unknown(kind, path, "a schema says it: Annotated[..., ingot.Schema(...)]")
        return self.once(kind.__name__, kind, lambda: self.record(found, kind), path)

    def record(self, found: list[Field], kind: type) -> dict[str, Any]:
        return {"type": "record", "fields": [self.field(field, f"{kind.__name__}.{field.name}") for field in found]}

    def field(self, field: Field, path: str) -> dict[str, Any]:
        made = {"name": field.name, "type": self.of(field.type, path)}
        if field.default is not ABSENT:
            default = _json(field.default)
            if default is not ABSENT:
                made["default"] = default
                if default is None and isinstance(made["type"], list):
                    # Older readers take a default for one of the first branch.
                    made["type"] = sorted(made["type"], key=lambda branch: branch != "null")
        return made

    def once(self, name: str, what: Any, make: abc.Callable[[], dict[str, Any]], path: str) -> Any:
        if name in self.named:
            if self.named[name] != what:
                raise SchemaError(f"{path or name}: two types are called {name}", "name-duplicate")
            return name
        self.named[name] = what
        made = make()
        return {"type": made.pop("type"), "name": name, **made}

    def again(self, given: Any) -> Any:
        """A schema that was given: what it defines a second time is its name alone."""
        match given:
            case list():
                return [self.again(branch) for branch in given]
            case {"name": str(name), "type": str()}:
                space = given.get("namespace")
                name = f"{space}.{name}" if space and "." not in name else name
                whole = dict(given)
                if name in self.named and self.named[name] == whole:
                    return name
                self.named[name] = whole
                if "fields" in given:
                    fields = [{**field, "type": self.again(field["type"])} for field in given["fields"]]
                    return {**given, "fields": fields}
                return given
            case {"items": items}:
                return {**given, "items": self.again(items)}
            case {"values": values}:
                return {**given, "values": self.again(values)}
        return given


def _plain(kind: Any) -> Any:
    try:
        return _PLAIN.get(kind)
    except TypeError:
        # What has no hash, or has parts without one.
        return None


def _unknown(kind: Any, path: str, hint: str) -> SchemaError:
    if not path and not isinstance(kind, type) and type(kind).__module__ not in ("types", "typing"):
        message = f"{type(kind).__name__}, not a schema: JSON as text, as a dict or as a list, or a class"
        return SchemaError(message, "type-invalid")
    name = kind.__qualname__ if isinstance(kind, type) else str(kind)
    place = f"{path}: " if path else ""
    return SchemaError(f"{place}{name} is no type that Avro has; {hint}", "type-invalid")


def _json(value: Any) -> Any:
    """A default as schemas have it, or `ABSENT` for what has no such form."""
    match value:
        case enum.Enum():
            return symbol_for(value)
        case None | bool() | str() | int():
            return value
        case float():
            if math.isfinite(value):
                return value
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case bytes() | bytearray():
            return value.decode("latin-1")
        case dict():
            pairs = {key: _json(part) for key, part in value.items()}
            return ABSENT if ABSENT in pairs.values() else pairs
    found = fields_of(type(value))
    if found is not None:
        pairs = {field.name: _json(getattr(value, field.attribute)) for field in found}
        return ABSENT if ABSENT in pairs.values() else pairs
    if isinstance(value, list | tuple | set | frozenset):
        parts = [_json(part) for part in value]
        return ABSENT if ABSENT in parts else parts
    return ABSENT
