"""Python classes for a schema: a module ``records``, which the adapter imports.

- a record is a class with annotated fields: a dataclass, or a Struct of msgspec's;
- an enum is an Enum whose values are the symbols; a fixed is bytes;
- a union of null and one other type is an Optional, any other one a Union of its branches.

The module holds ``Root``, the type of a record of the workload, and ``NAMED``, the classes by the full names of the
schema; by these the kit's module ``assay_kit.typed`` converts from and to plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, full_name, named_types
from assay.languages.python.names import TAKEN, TAKEN_MEMBERS, identifier, member, uncapitalized
from assay.recipes.names import Names

PRIMITIVES = {
    "null": "None",
    "boolean": "bool",
    "int": "int",
    "long": "int",
    "float": "float",
    "double": "float",
    "bytes": "bytes",
    "string": "str",
}


@dataclass(frozen=True)
class Flavour:
    """How a library wants its classes.

    ``head``: the lines that import what they are made of. ``decorator`` and ``base`` of a record's class. ``field``: a
    field's name in the class. ``renamed``: what tells the library of the schema's name where that is another; empty
    where it need not know. ``numbers``: the library's own types.
    """

    head: tuple[str, ...]
    decorator: str = ""
    base: str = ""
    field: Callable[[str], str] = identifier
    renamed: str = ""
    numbers: tuple[tuple[str, str], ...] = ()


STRUCTS = Flavour(
    head=("from msgspec import Struct, field",),
    base="(Struct)",
    renamed=" = field(name={name!r})",
)
DATACLASSES = Flavour(
    head=("from dataclasses import dataclass", "", "import pyfory"),
    decorator="@dataclass",
    field=uncapitalized,
    numbers=(
        ("int", "pyfory.Int32"),
        ("long", "pyfory.Int64"),
        ("float", "pyfory.Float32"),
        ("double", "pyfory.Float64"),
    ),
)


def generate(schema: Schema, flavour: Flavour) -> str:
    """The text of a module for the schema. The top type need not be a record."""
    return _Generator(schema, flavour).module()


class _Generator:
    def __init__(self, root: Schema, flavour: Flavour) -> None:
        self.root = root
        self.flavour = flavour
        self.primitives = PRIMITIVES | dict(flavour.numbers)
        named = named_types(root)
        # Enums first: Root is evaluated where it stands, and so are no annotations.
        self.enums = [n for n in named if isinstance(n, Enum)]
        self.records = [n for n in named if isinstance(n, Record)]
        self.classes: list[Record | Enum] = [*self.records, *self.enums]
        names = Names(TAKEN)
        self.names = {id(n): names.claim(identifier(n.name)) for n in self.classes}

    def module(self) -> str:
        head = ("from typing import Any, Optional, Union", *self.flavour.head)
        return "\n".join(
            [
                '"""Types of a workload\'s records, generated from its schema."""',
                "",
                "from __future__ import annotations",
                "",
                "from enum import Enum",
                *head,
                *(line for enum in self.enums for line in ("", "", *self.enum(enum))),
                *(line for record in self.records for line in ("", "", *self.record(record))),
                "",
                "",
                f"Root = {self.type_of(self.root)}",
                "NAMED: dict[str, Any] = {",
                *(f'    "{full_name(n)}": {self.names[id(n)]},' for n in self.classes),
                "}",
                "",
            ]
        )

    def enum(self, enum: Enum) -> Iterator[str]:
        yield f"class {self.names[id(enum)]}(Enum):"
        names = Names(TAKEN_MEMBERS)
        yield from (f'    {names.claim(member(symbol))} = "{symbol}"' for symbol in enum.symbols)

    def record(self, record: Record) -> Iterator[str]:
        if self.flavour.decorator:
            yield self.flavour.decorator
        yield f"class {self.names[id(record)]}{self.flavour.base}:"
        if not record.fields:
            yield "    pass"
        # A field named like a type would hide it from the annotations of its class.
        names = Names(TAKEN | set(self.names.values()))
        for f in record.fields:
            name = names.claim(self.flavour.field(f.name))
            renamed = self.flavour.renamed.format(name=f.name) if name != f.name else ""
            yield f"    {name}: {self.type_of(f.schema)}{renamed}"

    def type_of(self, schema: Schema) -> str:
        match schema:
            case Primitive(type=name):
                return self.primitives[name]
            case Fixed():
                return "bytes"
            case Array(items=items):
                return f"list[{self.type_of(items)}]"
            case Map(values=values):
                return f"dict[str, {self.type_of(values)}]"
            case Union(branches=branches):
                return self.union([branch for branch in branches if branch != Primitive("null")], branches)
            case Enum() | Record():
                return self.names[id(schema)]

    def union(self, others: list[Schema], branches: tuple[Schema, ...]) -> str:
        if not others:
            return "None"
        if len(others) == 1:
            only = self.type_of(others[0])
            return only if len(branches) == 1 else f"Optional[{only}]"
        # Libraries tell the branches apart by the value's class, which only Python's own types are.
        types = [PRIMITIVES[b.type] if isinstance(b, Primitive) else self.type_of(b) for b in others]
        distinct = ", ".join(dict.fromkeys(types))
        union = f"Union[{distinct}]" if len(set(types)) > 1 else distinct
        return union if len(others) == len(branches) else f"Optional[{union}]"
