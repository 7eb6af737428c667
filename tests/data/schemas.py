"""Schemas and values of every kind, for property tests."""

from __future__ import annotations

import itertools
import json
import struct
from typing import Any

from hypothesis import strategies as st

from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, parse

NAMES = st.sampled_from(
    "a b B _ type class fn self Self value Value null String Box None int9 x_y X_Y".split()  # noqa: SIM905
)
PRIMITIVES = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"]


@st.composite
def schema_documents(draw: st.DrawFn) -> Any:
    """The JSON of a schema: all types, nested up to three deep, with names that are made distinct by a number."""
    numbers = itertools.count()

    def of(depth: int, in_union: bool = False) -> Any:
        simple = [*PRIMITIVES, "enum", "fixed"]
        nested = ["array", "map", "record", *([] if in_union else ["union"])]
        match draw(st.sampled_from(simple if depth == 0 else simple + nested)):
            case "enum":
                symbols = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
                return {"type": "enum", "name": f"E{next(numbers)}", "symbols": symbols}
            case "fixed":
                return {"type": "fixed", "name": f"F{next(numbers)}", "size": draw(st.integers(0, 5))}
            case "array":
                return {"type": "array", "items": of(depth - 1)}
            case "map":
                return {"type": "map", "values": of(depth - 1)}
            case "record":
                names = draw(st.lists(NAMES, max_size=4, unique=True))
                fields = [{"name": name, "type": of(depth - 1)} for name in names]
                return {"type": "record", "name": f"R{next(numbers)}", "fields": fields}
            case "union":
                branches = {kind_of(b): b for b in (of(depth - 1, True) for _ in range(draw(st.integers(1, 4))))}
                return list(branches.values())
            case name:
                return name

    return of(3)


def kind_of(document: Any) -> str:
    """What may stand only once in a union that is distinguished by the kinds of its values."""
    name = document if isinstance(document, str) else document["type"]
    return {"long": "int", "enum": "string", "fixed": "bytes", "record": "map"}.get(name, name)


def schemas() -> st.SearchStrategy[Schema]:
    return schema_documents().map(lambda document: parse(json.dumps(document)))


def values(schema: Schema) -> st.SearchStrategy[Any]:
    """Plain values of a schema, edges included."""
    match schema:
        case Primitive(type="null"):
            return st.none()
        case Primitive(type="boolean"):
            return st.booleans()
        case Primitive(type="int"):
            return st.integers(-(2**31), 2**31 - 1)
        case Primitive(type="long"):
            return st.integers(-(2**63), 2**63 - 1)
        case Primitive(type="float"):
            return st.floats(width=32)
        case Primitive(type="double"):
            return st.floats()
        case Primitive(type="bytes"):
            return st.binary(max_size=8)
        case Primitive():
            return st.text(max_size=8)
        case Enum(symbols=symbols):
            return st.sampled_from(symbols)
        case Fixed(size=size):
            return st.binary(min_size=size, max_size=size)
        case Array(items=items):
            return st.lists(values(items), max_size=3)
        case Map(values=inner):
            return st.dictionaries(st.text(max_size=5), values(inner), max_size=3)
        case Record(fields=fields):
            return st.fixed_dictionaries({f.name: values(f.schema) for f in fields})
        case Union(branches=branches):
            return st.one_of([values(branch) for branch in branches])


def bits(value: Any) -> Any:
    """A value in which NaN equals NaN and -0.0 does not equal 0.0."""
    if isinstance(value, float):
        return "nan" if value != value else struct.pack(">d", value)  # noqa: PLR0124
    if isinstance(value, dict):
        return {key: bits(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [bits(entry) for entry in value]
    return value


schemas_with_values = schemas().flatmap(lambda schema: st.tuples(st.just(schema), values(schema)))
documents_with_values = schema_documents().flatmap(
    lambda document: st.tuples(st.just(json.dumps(document)), values(parse(json.dumps(document))))
)
