"""Values at random, and schemas without names."""

from __future__ import annotations

import datetime
import hashlib
import random
import uuid
from collections.abc import Callable, Iterator
from string import ascii_letters
from typing import Any

from ingot.fastavro.const import (
    DAYS_SHIFT,
    INT_MAX_VALUE,
    INT_MIN_VALUE,
    LONG_MAX_VALUE,
    LONG_MIN_VALUE,
    MCS_PER_HOUR,
    MLS_PER_HOUR,
    PRIMITIVES,
)
from ingot.fastavro.schema import extract_logical_type, extract_record_type, parse_schema
from ingot.fastavro.types import NamedSchemas, Schema

#: How many items arrays and maps have, and how many characters or bytes strings and bytes.
_SIZE = 10
#: Numbers of logical types that Python has an object for: from, to.
_RANGES = {
    "int-date": (1 - DAYS_SHIFT, datetime.date.max.toordinal() - DAYS_SHIFT),
    "int-time-millis": (0, 24 * MLS_PER_HOUR - 1),
    "long-time-micros": (0, 24 * MCS_PER_HOUR - 1),
    "long-timestamp-millis": (0, 2**45),
    "long-local-timestamp-millis": (0, 2**45),
    "long-timestamp-micros": (0, 2**55),
    "long-local-timestamp-micros": (0, 2**55),
}


def _text() -> str:
    return "".join(random.choices(ascii_letters, k=_SIZE))


_PRIMITIVES: dict[str, Callable[[], Any]] = {
    "null": lambda: None,
    "boolean": lambda: random.random() < 0.5,
    "int": lambda: random.randint(INT_MIN_VALUE, INT_MAX_VALUE),
    "long": lambda: random.randint(LONG_MIN_VALUE, LONG_MAX_VALUE),
    "float": random.random,
    "double": random.random,
    "bytes": lambda: random.randbytes(_SIZE),
    "string": _text,
}


def gen_data(schema: Any, named_schemas: NamedSchemas) -> Any:
    """A value at random of a parsed schema."""
    kind, logical = extract_record_type(schema), extract_logical_type(schema)
    if logical in _RANGES:
        return random.randint(*_RANGES[logical])
    if logical == "string-uuid":
        return uuid.uuid4().hex
    if kind in _PRIMITIVES:
        return _PRIMITIVES[kind]()
    if kind == "fixed":
        return random.randbytes(schema["size"])
    if kind == "enum":
        return random.choice(schema["symbols"])
    if kind == "array":
        return [gen_data(schema["items"], named_schemas) for _ in range(_SIZE)]
    if kind == "map":
        return {_text(): gen_data(schema["values"], named_schemas) for _ in range(_SIZE)}
    if kind in ("union", "error_union"):
        return gen_data(random.choice(schema), named_schemas)
    if kind in ("record", "error"):
        return {field["name"]: gen_data(field["type"], named_schemas) for field in schema["fields"]}
    return gen_data(named_schemas[kind], named_schemas)


def generate_one(schema: Schema) -> Any:
    """A value at random."""
    return next(generate_many(schema, 1))


def generate_many(schema: Schema, count: int) -> Iterator[Any]:
    """So many values at random, one by one."""
    named: NamedSchemas = {}
    parsed = parse_schema(schema, named)
    for _ in range(count):
        yield gen_data(parsed, named)


def _hidden(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def anonymize_schema(schema: Schema) -> Any:
    """A schema of the same shape in which names, symbols and texts are hashes."""
    return _anonymous(parse_schema(schema))


def _anonymous(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_anonymous(branch) for branch in schema]
    if not isinstance(schema, dict):
        return schema if schema in PRIMITIVES else f"A_{_hidden(schema)}"
    made: dict[str, Any] = {"type": schema["type"]}
    for part in ("items", "values"):
        if part in schema:
            made[part] = _anonymous(schema[part])
    if "doc" in schema:
        made["doc"] = _hidden(schema["doc"])
    if "name" in schema:
        made["name"] = f"A_{_hidden(schema['name'])}"
    if "size" in schema:
        made["size"] = schema["size"]
    if "symbols" in schema:
        made["symbols"] = [f"A_{_hidden(symbol)}" for symbol in schema["symbols"]]
    if "fields" in schema:
        made["fields"] = [_anonymous_field(field) for field in schema["fields"]]
    return made


def _anonymous_field(field: dict[str, Any]) -> dict[str, Any]:
    made = {"name": _hidden(field["name"]), "type": _anonymous(field["type"])}
    if "doc" in field:
        made["doc"] = _hidden(field["doc"])
    if "aliases" in field:
        made["aliases"] = [_hidden(alias) for alias in field["aliases"]]
    if "default" in field:
        made["default"] = field["default"]
    return made
