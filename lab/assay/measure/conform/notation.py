"""Values of rows: in the notation of Avro's JSON encoding, where a union's value names its branch, and plain."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from assay.data.canonical import branch_of
from assay.data.schema import NULL, Array, Enum, Field, Fixed, Map, Primitive, Record, Schema, Union, full_name, kind
from assay_plain.unions import has_integer_and_real, whole

LONG = range(-(2**63), 2**63)


@dataclass
class Taken:
    """A plain value. ``exact``: it takes the branches that the row names, so that its bytes are the row's."""

    value: Any
    exact: bool = True


class NoValue(ValueError):
    """What the row has is no value of the schema, or none that a plain value can be."""


def taken(schema: Schema, value: Any) -> Taken:
    """NoValue where it is not of the schema, which may be what the row is about."""
    found = Taken(None)
    try:
        found.value = _plain(schema, value, found)
    except (AttributeError, KeyError, TypeError, UnicodeEncodeError, OverflowError, struct.error) as error:
        raise NoValue(f"no value of the schema: {error}") from None
    return found


def _plain(schema: Schema, value: Any, found: Taken) -> Any:
    match schema:
        case Primitive(type="bytes") | Fixed():
            return value.encode("latin-1")
        case Primitive(type="float"):
            return struct.unpack("<f", struct.pack("<f", float(value)))[0]
        case Primitive(type="double"):
            return float(value)
        case Array(items=items):
            return [_plain(items, one, found) for one in value]
        case Map(values=values):
            return {key: _plain(values, one, found) for key, one in value.items()}
        case Record(fields=fields):
            return {field.name: _plain(field.schema, value[field.name], found) for field in fields}
        case Union():
            return _of_union(schema, value, found)
        case _:
            return value


def _of_union(union: Union, value: Any, found: Taken) -> Any:
    if value is None:
        return None
    ((name, inner),) = value.items()
    number = next(n for n, branch in enumerate(union.branches) if name in _names(branch))
    plain = _plain(union.branches[number], inner, found)
    fitting = whole(union, plain) if has_integer_and_real(union) else plain
    found.exact &= branch_of(union, fitting) == number
    return plain


def _names(branch: Schema) -> tuple[str, ...]:
    match branch:
        case Primitive(type=name):
            return (name,)
        case Enum() | Fixed() | Record():
            return (full_name(branch), branch.name)
        case _:
            return (kind(branch),)


def natural(target: Schema, value: Any) -> tuple[Schema, Any]:
    """A value that is none of the target's, as the type that it is by itself, with its plain value.

    So a writer can be asked what it does with a number that is no int, or a record without one of its fields.
    NoValue where no type of Avro's holds it.
    """
    match value:
        case None:
            return NULL, None
        case bool():
            return Primitive("boolean"), value
        case int():
            if value not in LONG:
                raise NoValue("no number of 64 bits")
            return Primitive("long"), value
        case float():
            return Primitive("double"), value
        case str() if (isinstance(target, Fixed) or target == Primitive("bytes")) and max(value, default="") <= "\xff":
            return Primitive("bytes"), value.encode("latin-1")
        case str():
            return Primitive("string"), value
        case list():
            return Array(NULL), []
        case dict() if isinstance(target, Record):
            return _shorter(target, value)
        case dict() if isinstance(target, Union) and len(value) == 1:
            return natural(target, next(iter(value.values())))
        case dict():
            return Map(NULL), {}
    raise NoValue("a value of no known type")


def _shorter(target: Record, value: dict[str, Any]) -> tuple[Schema, Any]:
    """A record with those of the target's fields that the value has."""
    fields = [Field(field.name, field.schema) for field in target.fields if field.name in value]
    record = Record(target.name, target.namespace, fields)
    return record, taken(record, value).value
