"""The types of plain values: those of Avro schemas, with every name resolved.

The lab makes them by parsing a schema; a kit reads them from the table that the lab sends (docs/contract.md, "Resolved
schema").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

# The kind of a value, as the contract's section on unions uses the word.
Kind = Literal["null", "boolean", "integer", "real", "string", "bytes", "array", "map", "record"]

SAFE = 2**53 - 1  # the largest whole number that every language's numbers hold
RANGES = {"int": (-(2**31), 2**31 - 1), "long": (-(2**63), 2**63 - 1)}

# Stands for "the field has no default": null is a default too.
NO_DEFAULT = object()


@dataclass(frozen=True)
class Primitive:
    """null, boolean, int, long, float, double, bytes or string."""

    type: str


NULL = Primitive("null")


@dataclass(frozen=True)
class Array:
    items: Schema


@dataclass(frozen=True)
class Map:
    values: Schema


@dataclass(frozen=True)
class Union:
    branches: tuple[Schema, ...]

    @cached_property
    def by_kind(self) -> dict[Kind, list[int]]:
        """For each kind that the union has, the positions of its branches, in the order in which they are tried.

        That is the schema's, but a double comes before a float, which would take its digits.
        """
        positions: dict[Kind, list[int]] = {}
        for position, branch in enumerate(self.branches):
            positions.setdefault(kind(branch), []).append(position)
        for alike in positions.values():
            alike.sort(key=lambda position: self.branches[position] == Primitive("float"))
        return positions


@dataclass(frozen=True, eq=False)
class Enum:
    name: str
    namespace: str
    symbols: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Fixed:
    name: str
    namespace: str
    size: int


@dataclass(frozen=True, eq=False)
class Field:
    """A field of a record. ``default``: what the lab takes for a missing value; tables leave it out."""

    name: str
    schema: Schema
    default: Any = NO_DEFAULT


@dataclass(frozen=True, eq=False)
class Record:
    """A record; compared by identity, since it may hold itself."""

    name: str
    namespace: str
    fields: list[Field] = field(default_factory=list)


Schema = Primitive | Array | Map | Union | Enum | Fixed | Record
Named = Enum | Fixed | Record

KINDS: dict[str, Kind] = {
    "null": "null",
    "boolean": "boolean",
    "int": "integer",
    "long": "integer",
    "float": "real",
    "double": "real",
    "bytes": "bytes",
    "string": "string",
}


def full_name(named: Named) -> str:
    return f"{named.namespace}.{named.name}" if named.namespace else named.name


def kind(schema: Schema) -> Kind:
    """The kind of the values of a schema that is not a union."""
    match schema:
        case Primitive(type=name):
            return KINDS[name]
        case Array():
            return "array"
        case Map():
            return "map"
        case Enum():
            return "string"
        case Fixed():
            return "bytes"
        case Record():
            return "record"
        case Union():
            raise TypeError("a union has no kind of its own")


def nullable(schema: Schema) -> Schema | None:
    """The other branch of a union of null and one other type; None for anything else."""
    if isinstance(schema, Union) and len(schema.branches) == 2 and NULL in schema.branches:
        return next(branch for branch in schema.branches if branch != NULL)
    return None


def walk(schema: Schema) -> Iterator[Schema]:
    """Every part of a schema, each record entered once."""
    seen: set[int] = set()
    pending = [schema]
    while pending:
        s = pending.pop()
        yield s
        match s:
            case Array(items=inner) | Map(values=inner):
                pending.append(inner)
            case Union(branches=branches):
                pending.extend(branches)
            case Record(fields=fields) if id(s) not in seen:
                seen.add(id(s))
                pending.extend(f.schema for f in fields)
            case _:
                pass


def from_table(table: dict[str, Any]) -> Schema:
    """The type of a record, from the table that the lab sends.

    Errors: KeyError, IndexError, TypeError, AttributeError for what is no such table.
    """
    # Records stand first; what follows refers to them and to what stands before it, and their fields to anything.
    types: list[Schema] = []
    for entry in table["types"]:
        types.append(_type(entry, types))
    for record, entry in zip(types, table["types"], strict=True):
        if isinstance(record, Record):
            record.fields.extend(Field(f["name"], types[f["type"]]) for f in entry["fields"])
    root: Schema = types[table["root"]]
    return root


def _type(entry: dict[str, Any], types: list[Schema]) -> Schema:
    namespace, _, name = entry.get("name", "").rpartition(".")
    match entry["type"]:
        case "record":
            return Record(name, namespace)
        case "enum":
            return Enum(name, namespace, tuple(entry["symbols"]))
        case "fixed":
            return Fixed(name, namespace, entry["size"])
        case "array":
            return Array(types[entry["items"]])
        case "map":
            return Map(types[entry["values"]])
        case "union":
            return Union(tuple(types[number] for number in entry["branches"]))
        case primitive if primitive in KINDS:
            return Primitive(primitive)
        case other:
            raise TypeError(f"there is no type {other!r}")
