"""Columns of Parquet and Arrow, as a database reads them: their Avro types, and how it makes plain values of them.

Plain values have no dates, decimals and the like: logical types are removed in the lab. So a date becomes the days
since 1970-01-01, a time its microseconds (or nanoseconds), and what has more digits than a long becomes text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from assay.base.errors import AssayError
from assay.data.intake.names import TypeNames, allowed
from assay.data.recordset import Doubt

DAYS = "({} - date '1970-01-01')::integer"
TEXT = "({})::varchar"
MICROS = "epoch_us({})"
NANOS = "epoch_ns({})"

# By the database's name of a type: Avro's, the expression that makes it, and what that loses.
PLAIN: dict[str, tuple[str, str, str]] = {
    "boolean": ("boolean", "{}", ""),
    **dict.fromkeys(("tinyint", "smallint", "integer", "utinyint", "usmallint"), ("int", "{}", "")),
    **dict.fromkeys(("uinteger", "bigint"), ("long", "{}", "")),
    **dict.fromkeys(("hugeint", "uhugeint"), ("string", TEXT, "whole numbers of 128 bits; text of their digits here")),
    "float": ("float", "{}", ""),
    "double": ("double", "{}", ""),
    "decimal": ("string", TEXT, "decimals; text of their digits here"),
    "varchar": ("string", "{}", ""),
    "enum": ("string", TEXT, "an enum; string here"),
    "uuid": ("string", TEXT, "UUIDs; text here"),
    "blob": ("bytes", "{}", ""),
    "bit": ("string", TEXT, "bits; text here"),
    "date": ("int", DAYS, "dates; days since 1970-01-01 here"),
    "time": ("long", MICROS, "times of day; microseconds here"),
    "time_ns": ("long", NANOS, "times of day; nanoseconds here"),
    "time with time zone": ("string", TEXT, "times of day with a zone; text here"),
    "interval": ("string", TEXT, "durations; text here"),
    **dict.fromkeys(
        ("timestamp", "timestamp_s", "timestamp_ms", "timestamp with time zone"),
        ("long", MICROS, "times; microseconds since 1970-01-01 here"),
    ),
    **dict.fromkeys(("timestamp_ns", "timestamptz_ns"), ("long", NANOS, "times; nanoseconds since 1970-01-01 here")),
    "null": ("null", "{}", ""),
}
LONG_MAX = 2**63 - 1

Test = Callable[[str], str]  # from an expression to a condition on it


@dataclass
class Column:
    """One place of a table. ``path``: as users read it; ``within``: how a condition on a place is asked of a row."""

    path: str
    type: Any
    within: Callable[[Test], str]
    children: list[tuple[str, Column]] = field(default_factory=list)
    has_null: bool = True
    is_beyond: bool = False  # whether a value has more than 63 bits

    @property
    def kind(self) -> str:
        return str(self.type.id)

    def all(self) -> Iterator[Column]:
        yield self
        for _, child in self.children:
            yield from child.all()


def column(name: str, type_: Any, stored: str) -> Column:
    """A column of a table and all places in it. AssayError for types that have no plain values.

    ``stored``: what the database calls it.
    """
    return _column(f".{name}", type_, lambda test: test(quoted(stored)), count())


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _column(path: str, type_: Any, within: Callable[[Test], str], numbers: Iterator[int]) -> Column:
    made = Column(path, type_, within)
    variable = f"x{next(numbers)}"

    def inside(step: str, entry: Any, of: str = "") -> tuple[str, Column]:
        """The entries of lists and maps; ``of``: the function that makes a list of them."""

        def any_of(test: Test) -> str:
            found = f"lambda {variable}: {test(variable)}"
            return within(lambda e: f"coalesce(len(list_filter({of}({e}), {found})) > 0, false)")

        return step, _column(f"{path}{step}", entry, any_of, numbers)

    match made.kind:
        case "struct":
            for name, entry in type_.children:

                def member(test: Test, name: str = name) -> str:
                    return within(lambda e: f"({e} is not null and {test(f'{e}.{quoted(name)}')})")

                made.children.append((name, _column(f"{path}.{name}", entry, member, numbers)))
        case "list" | "array":
            made.children = [inside("[]", type_.children[0][1])]
        case "map":
            (_, key), (_, value) = type_.children
            made.children = [inside("{}", value, "map_values")]
            if key.id != "varchar":
                made.children.append(inside("{key}", key, "map_keys"))
        case "ubigint":
            pass
        case kind if kind not in PLAIN:
            raise AssayError(f"{path.lstrip('.')} is of type {type_}, which is not supported; leave it out, or cast it")
    return made


def conditions(places: list[Column]) -> list[str]:
    """What is to be asked of all rows: has each place a null, and a number of more than 63 bits?"""
    return [
        expression
        for place in places
        for expression in (
            place.within(lambda e: f"({e} is null)"),
            place.within(lambda e: f"({e} > {LONG_MAX})") if place.kind == "ubigint" else "false",
        )
    ]


def answered(places: list[Column], answers: list[bool]) -> None:
    """The answers to `conditions`."""
    for place, has_null, is_beyond in zip(places, answers[::2], answers[1::2], strict=True):
        place.has_null, place.is_beyond = has_null, is_beyond


class Conversion:
    """From the columns of a table to an Avro schema, and to the expressions that make plain values of a row.

    ``keep_names``: fields may be named as JSON documents may name theirs.
    """

    def __init__(self, keep_names: bool) -> None:
        self._keep_names = keep_names
        self._names = TypeNames()
        self.doubts: list[Doubt] = []

    def record(self, columns: list[tuple[str, Column]], name: str) -> tuple[dict[str, Any], dict[str, str]]:
        """The schema of a record, and what its fields are called."""
        name = self._names.unlike(name)
        names = allowed([key for key, _ in columns], self._keep_names)
        fields = []
        for key, place in columns:
            new = names[key]
            if new != key:
                self.doubts.append(Doubt(place.path, f'"{key}" is not a name that Avro allows; {new} here'))
            fields.append({"name": new, "type": self.schema(place, name + new[:1].upper() + new[1:])})
        return {"type": "record", "name": name, "fields": fields}, names

    def schema(self, place: Column, name: str) -> Any:
        made = self._schema(place, name)
        return ["null", made] if place.has_null and made != "null" else made

    def _schema(self, place: Column, name: str) -> Any:
        match place.kind:
            case "struct":
                return self.record(place.children, name)[0]
            case "list" | "array":
                return {"type": "array", "items": self.schema(place.children[0][1], f"{name}Item")}
            case "map" if len(place.children) == 1:
                return {"type": "map", "values": self.schema(place.children[0][1], f"{name}Value")}
            case "map":
                self.doubts.append(Doubt(place.path, "a map whose keys are not text; an array of keys and values here"))
                (_, value), (_, key) = place.children
                return {"type": "array", "items": self.record([("key", key), ("value", value)], f"{name}Entry")[0]}
        type_, _, lost = _plain(place)
        if lost:
            self.doubts.append(Doubt(place.path, lost))
        return type_

    def expression(self, place: Column, e: str, depth: int = 0) -> str:
        """What makes the plain value of an expression ``e`` of the column's type."""
        x = f"v{depth}"
        match place.kind:
            case "struct":
                names = allowed([key for key, _ in place.children], self._keep_names)
                parts = ", ".join(
                    f"{quoted(names[key])} := {self.expression(child, f'{e}.{quoted(key)}', depth)}"
                    for key, child in place.children
                )
                return f"case when {e} is null then null else struct_pack({parts}) end"
            case "list" | "array":
                inner = self.expression(place.children[0][1], x, depth + 1)
                return e if inner == x and place.kind == "list" else f"list_transform({e}, lambda {x}: {inner})"
            case "map" if len(place.children) == 1:
                inner = self.expression(place.children[0][1], x, depth + 1)
                return e if inner == x else f"map(map_keys({e}), list_transform(map_values({e}), lambda {x}: {inner}))"
            case "map":
                (_, value), (_, key) = place.children
                key_, value_ = (self.expression(p, f"{x}.{n}", depth + 1) for p, n in ((key, "key"), (value, "value")))
                entry = f'struct_pack("key" := {key_}, "value" := {value_})'
                return f"list_transform(map_entries({e}), lambda {x}: {entry})"
        return _plain(place)[1].format(e)


def _plain(place: Column) -> tuple[str, str, str]:
    if place.kind != "ubigint":
        return PLAIN[place.kind]
    if place.is_beyond:
        return "string", TEXT, "whole numbers of 64 bits without a sign, some above 2^63; text of their digits here"
    return "long", "{}", ""
