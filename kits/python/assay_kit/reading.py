"""Every field of a record read, as a user's code would do it: for `access`, and for the times of `inspect`.

A reader fetches the value of each field and drops it. What is folded into the reading of docs/contract.md ("Access") is
folded after the clock has stopped: in Python, arithmetic of 64 bits takes longer than most libraries take to decode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assay_plain.types import Array, Map, Record, Schema, Union, nullable
from assay_plain.unions import branch_of

Read = Callable[[Any], Any]


class Style:
    """How records are used: as dicts."""

    def fetch(self, record: Record, name: str) -> str:
        """The code that, behind a record, fetches its field of this name."""
        return f"[{name!r}]"

    def chooser(self, union: Union) -> Callable[[Any], int]:
        """A function from a value to the number of the branch that it takes."""
        return lambda value: branch_of(union, value)


def reader(schema: Schema, style: Style | None = None) -> Read:
    """A function that reads every field of a value, made for the schema as its user would write it by hand."""
    return _Readers(style or Style()).made(schema)


def access(decode: Callable[[Any], Any], read: Read) -> Callable[[Any], Any]:
    """The operation of that name: it hands over what it has read, of which the kit makes the reading."""

    def call(data: Any) -> Any:
        value = decode(data)
        read(value)
        return value

    return call


class _Readers:
    def __init__(self, style: Style) -> None:
        self.style = style
        self.names: dict[int, str] = {}
        self.lines: list[str] = []
        self.known: dict[str, Any] = {}

    def made(self, schema: Schema) -> Read:
        name = self.function(schema)
        exec("\n".join(self.lines), self.known)
        made: Read = self.known[name]
        return made

    def function(self, schema: Schema) -> str:
        """The name of the function that reads a value of the schema; its code is put to the other lines."""
        if id(schema) not in self.names:
            name = self.names[id(schema)] = f"read{len(self.names)}"
            body = self.body(schema, name) or ["pass"]
            self.lines += [f"def {name}(value):", *(f"    {line}" for line in body)]
        return self.names[id(schema)]

    def body(self, schema: Schema, name: str) -> list[str]:
        match schema:
            case Record(fields=fields):
                return [self.read(f.schema, f"value{self.style.fetch(schema, f.name)}") for f in fields]
            case Array(items=items):
                return [f"for item in value: {self.read(items, 'item')}"]
            case Map(values=values):
                return [f"for key, item in value.items(): {self.read(values, 'item')}"]
            case Union():
                if (only := nullable(schema)) is not None:
                    return [f"if value is not None: {self.read(only, 'value')}"]
                self.known[f"branch_of_{name}"] = self.style.chooser(schema)
                branches = [f"lambda value: {self.read(branch, 'value')}" for branch in schema.branches]
                self.lines.append(f"branches_of_{name} = [{', '.join(branches)}]")
                return [f"branches_of_{name}[branch_of_{name}(value)](value)"]
            case _:
                return []

    def read(self, schema: Schema, value: str) -> str:
        """The code that reads a value, which this code fetches."""
        return f"{self.function(schema)}({value})" if _holds(schema) else value


def _holds(schema: Schema) -> bool:
    """Whether values of the schema may have values inside."""
    match schema:
        case Record() | Array() | Map():
            return True
        case Union(branches=branches):
            return any(map(_holds, branches))
        case _:
            return False
