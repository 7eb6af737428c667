"""Plain values as objects of generated classes (the module `records`), and back. Outside the clock."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from assay_kit.reading import Read, Style, reader
from assay_plain.types import NULL, Array, Enum, Map, Record, Schema, Union, full_name, kind
from assay_plain.unions import branch_of

Convert = Callable[[Any], Any]
PYTHON_TYPES: dict[str, type] = {
    "null": type(None),
    "boolean": bool,
    "integer": int,
    "real": float,
    "string": str,
    "bytes": bytes,
    "array": list,
    "map": dict,
}


class Typed:
    """A base for adapters: what the kit asks of those whose records are not plain values.

    ``named``: the generated classes by the full names of the schema.
    """

    named: dict[str, Any]

    def resolved(self, schema: Schema) -> None:
        self.schema = schema

    def maker(self, made: Any) -> Any:
        """What makes an object of a class of the values of its fields, in the schema's order."""
        return made

    # Made when the kit asks for them, which is after the time of setting up.
    @cached_property
    def from_plain(self) -> Convert:
        return _Makers({name: self.maker(made) for name, made in self.named.items()}).of(self.schema)

    @cached_property
    def to_plain(self) -> Convert:
        return _Readers(self.named).of(self.schema)

    @cached_property
    def read_fields(self) -> Read:
        return reader(self.schema, _Attributes(self.named))

    def assign(self, old: Any, new: Any) -> Any:
        """Give an object the content of another of its class."""
        if type(old) is not type(new) or not hasattr(old, "__match_args__"):
            return new
        for name in old.__match_args__:
            setattr(old, name, getattr(new, name))
        return old


def _same(value: Any) -> Any:
    return value


class _Attributes(Style):
    """Records as objects of generated classes."""

    def __init__(self, named: dict[str, Any]) -> None:
        self.readers = _Readers(named)

    def fetch(self, record: Record, name: str) -> str:
        names = [field.name for field in record.fields]
        own: str = self.readers.named[full_name(record)].__match_args__[names.index(name)]
        return f".{own}"

    def chooser(self, union: Union) -> Callable[[Any], int]:
        types = [self.readers.python_type(branch) for branch in union.branches]
        return lambda value: types.index(type(value))


class _Makers:
    """Plain value to object."""

    def __init__(self, named: dict[str, Any]) -> None:
        self.named = named
        self.records: dict[int, Convert] = {}

    def of(self, schema: Schema) -> Convert:
        match schema:
            case Array(items=items):
                item = self.of(items)
                return lambda values: [item(value) for value in values]
            case Map(values=values):
                entry = self.of(values)
                return lambda entries: {key: entry(value) for key, value in entries.items()}
            case Enum():
                made: Convert = self.named[full_name(schema)]
                return made
            case Record():
                return self.record(schema)
            case Union(branches=branches):
                inners = [self.of(branch) for branch in branches]
                return lambda value: inners[branch_of(schema, value)](value)
            case _:
                return _same

    def record(self, schema: Record) -> Convert:
        if id(schema) not in self.records:
            made = self.named[full_name(schema)]
            parts: list[tuple[str, Convert]] = []
            # The class has the fields in the schema's order.
            self.records[id(schema)] = lambda plain: made(*(inner(plain[name]) for name, inner in parts))
            parts.extend((field.name, self.of(field.schema)) for field in schema.fields)
        return self.records[id(schema)]


class _Readers:
    """Object to plain value. What is of another class than the schema says is left as it is: the kit then says so."""

    def __init__(self, named: dict[str, Any]) -> None:
        self.named = named
        self.records: dict[int, Convert] = {}

    def of(self, schema: Schema) -> Convert:
        match schema:
            case Array(items=items):
                item = self.of(items)
                return lambda values: [item(value) for value in values] if type(values) is list else values
            case Map(values=values):
                entry = self.of(values)
                return lambda entries: (
                    {key: entry(value) for key, value in entries.items()} if type(entries) is dict else entries
                )
            case Enum():
                known = self.named[full_name(schema)]
                return lambda value: value.value if type(value) is known else value
            case Record():
                return self.record(schema)
            case Union(branches=branches):
                inners: dict[type, Convert] = {}
                for branch in branches:
                    inners.setdefault(self.python_type(branch), self.of(branch))
                return lambda value: inners.get(type(value), _same)(value)
            case _:
                return _same

    def record(self, schema: Record) -> Convert:
        if id(schema) not in self.records:
            known = self.named[full_name(schema)]
            parts: list[tuple[str, str, Convert]] = []
            self.records[id(schema)] = lambda record: (
                {name: inner(getattr(record, own)) for name, own, inner in parts} if type(record) is known else record
            )
            names = known.__match_args__
            parts.extend((f.name, own, self.of(f.schema)) for f, own in zip(schema.fields, names, strict=True))
        return self.records[id(schema)]

    def python_type(self, branch: Schema) -> type:
        if isinstance(branch, Enum | Record):
            known: type = self.named[full_name(branch)]
            return known
        return type(None) if branch == NULL else PYTHON_TYPES[kind(branch)]
