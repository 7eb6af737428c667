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
from pathlib import Path

from assay.base.names import Names
from assay.data.schema import (
    NULL,
    Array,
    Enum,
    Fixed,
    Map,
    Primitive,
    Record,
    Schema,
    Union,
    full_name,
    named_types,
    nullable,
)
from assay.languages.python.names import TAKEN, TAKEN_MEMBERS, identifier, member
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill

FRAME = Path(__file__).parent / "frames" / "records.py.template"

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
class Style:
    """How a library wants its classes.

    ``head``: the lines that import what they are made of. ``decorator`` and ``base`` of a record's class;
    ``acyclic``: the base of one whose values cannot hold themselves, where that is another. ``field``: a
    field's name in the class. ``renamed``: what gives the library the schema's name where that is another; empty
    where it has no need to know. ``numbers``: the library's own types. ``bytes``: its type for
    bytes, where that is not Python's.
    """

    head: tuple[str, ...]
    decorator: str = ""
    base: str = ""
    acyclic: str = ""
    field: Callable[[str], str] = identifier
    renamed: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    bytes: str = "bytes"


def write(making: Making, style: Style) -> None:
    """Lay the module. The top type may be any type."""
    making.lay("records.py", _Generator(making.schema, style).module())


class _Generator:
    def __init__(self, root: Schema, style: Style) -> None:
        self.root = root
        self.style = style
        # Libraries distinguish the branches of a union by the value's class, which only Python's own types are.
        self.distinct = PRIMITIVES | {"bytes": style.bytes}
        self.primitives = self.distinct | dict(style.numbers)
        named = named_types(root)
        # Enums first: Root is evaluated where it stands, and so are no annotations.
        self.enums = [n for n in named if isinstance(n, Enum)]
        self.records = [n for n in named if isinstance(n, Record)]
        self.classes: list[Record | Enum] = [*self.records, *self.enums]
        names = Names(TAKEN)
        self.names = {id(n): names.claim(identifier(n.name)) for n in self.classes}

    def module(self) -> str:
        blocks = [*map(self.enum, self.enums), *map(self.record, self.records)]
        return fill(
            FRAME,
            head="\n".join(self.style.head),
            classes="".join("\n\n\n" + "\n".join(block) for block in blocks),
            root=self.type_of(self.root),
            named="".join(f'\n    "{full_name(n)}": {self.names[id(n)]},' for n in self.classes),
        )

    def enum(self, enum: Enum) -> Iterator[str]:
        yield f"class {self.names[id(enum)]}(Enum):"
        names = Names(TAKEN_MEMBERS)
        yield from (f'    {names.claim(member(symbol))} = "{symbol}"' for symbol in enum.symbols)

    def record(self, record: Record) -> Iterator[str]:
        if self.style.decorator:
            yield self.style.decorator
        inner = [named for f in record.fields for named in named_types(f.schema)]
        is_acyclic = all(named is not record for named in inner)
        yield f"class {self.names[id(record)]}{(is_acyclic and self.style.acyclic) or self.style.base}:"
        if not record.fields:
            yield "    pass"
        # A field named like a type would hide it from the annotations of its class.
        names = Names(TAKEN | set(self.names.values()))
        for f in record.fields:
            name = names.claim(self.style.field(f.name))
            renamed = self.style.renamed.format(name=f.name) if name != f.name else ""
            yield f"    {name}: {self.type_of(f.schema)}{renamed}"

    def type_of(self, schema: Schema) -> str:
        match schema:
            case Primitive(type=name):
                return self.primitives[name]
            case Fixed():
                return self.style.bytes
            case Array(items=items):
                return f"list[{self.type_of(items)}]"
            case Map(values=values):
                return f"dict[str, {self.type_of(values)}]"
            case Union():
                return self.union(schema)
            case Enum() | Record():
                return self.names[id(schema)]

    def union(self, union: Union) -> str:
        if (other := nullable(union)) is not None:
            return f"Optional[{self.type_of(other)}]"
        if len(union.branches) == 1:
            return self.type_of(union.branches[0])
        others = [branch for branch in union.branches if branch != NULL]
        types = [self.distinct[b.type] if isinstance(b, Primitive) else self.type_of(b) for b in others]
        distinct = ", ".join(dict.fromkeys(types))
        made = f"Union[{distinct}]" if len(set(types)) > 1 else distinct
        return made if len(others) == len(union.branches) else f"Optional[{made}]"
