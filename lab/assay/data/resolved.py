"""A schema with nothing left to work out: a table of types that refer to each other by number.

The lab sends it to every kit (docs/contract.md, "Resolved schema"), so that names, references and which branch of a
union takes what are worked out once, here, and in no kit again.
"""

from __future__ import annotations

from typing import Any

from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, full_name, kind, walk
from assay_plain.unions import is_marked


def resolved(schema: Schema) -> dict[str, Any]:
    """The table as JSON has it: ``{"root": number, "types": [...]}``.

    Records come first; any other type refers only to records and to types before it. Types that are equal stand once.
    """
    return _Table(schema).document


class _Table:
    def __init__(self, schema: Schema) -> None:
        self.types: list[dict[str, Any]] = []
        self.numbers: dict[Any, int] = {}
        records = [part for part in walk(schema) if isinstance(part, Record)]
        records = list({id(record): record for record in records}.values())
        for record in records:
            self.enter(record, {"type": "record", "kind": "record", "name": full_name(record)})
        for record in records:
            fields = [{"name": field.name, "type": self.number(field.schema)} for field in record.fields]
            self.types[self.numbers[record]]["fields"] = fields
        self.document = {"root": self.number(schema), "types": self.types}

    def enter(self, schema: Schema, entry: dict[str, Any]) -> int:
        self.numbers[schema] = len(self.types)
        self.types.append(entry)
        return self.numbers[schema]

    def number(self, schema: Schema) -> int:
        """The number of a type, which is entered when it is met for the first time, after those that it holds."""
        if schema in self.numbers:
            return self.numbers[schema]
        return self.enter(schema, self.entry(schema))

    def entry(self, schema: Schema) -> dict[str, Any]:
        match schema:
            case Primitive(type=name):
                return {"type": name, "kind": kind(schema)}
            case Enum(symbols=symbols):
                return {"type": "enum", "kind": "string", "name": full_name(schema), "symbols": list(symbols)}
            case Fixed(size=size):
                return {"type": "fixed", "kind": "bytes", "name": full_name(schema), "size": size}
            case Array(items=items):
                return {"type": "array", "kind": "array", "items": self.number(items)}
            case Map(values=values):
                return {"type": "map", "kind": "map", "values": self.number(values)}
            case Union(branches=branches):
                numbers = [self.number(branch) for branch in branches]
                return {"type": "union", "branches": numbers, "by_kind": schema.by_kind, "marked": is_marked(schema)}
            case Record():
                raise TypeError("records have their numbers already")
