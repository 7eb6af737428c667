"""OCaml names for the types, fields, symbols and branches of a schema, and the types of all its parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, nullable

Declared = Record | Enum | Union

KEYWORD_TEXT = """
and as assert asr begin class constraint do done downto else end exception external false for fun function functor if in
include inherit initializer land lazy let lor lsl lsr lxor match method mod module mutable new nonrec object of open or
private rec sig struct then to true try type val virtual when while with
"""
KEYWORDS = frozenset(KEYWORD_TEXT.split())

SIMPLE = {"null": "unit", "boolean": "bool", "int": "int", "long": "int64", "float": "float", "double": "float"}


def text(name: str) -> str:
    """A name or symbol as a string literal: Avro's names need no escapes."""
    return f'"{name}"'


def lower(name: str) -> str:
    """The name with a small first letter, which types and fields must have, and not a keyword."""
    small = name[:1].lower() + name[1:]
    return f"{small}_" if small in KEYWORDS or not small[:1].isalpha() else small


def declared(schema: Schema) -> Iterator[Declared]:
    """Every record, every enum, and every union that is not an option, once, those inside before those outside."""
    seen: set[int] = set()

    def walk(inner: Schema) -> Iterator[Declared]:
        if id(inner) in seen:
            return
        match inner:
            case Record(fields=fields):
                seen.add(id(inner))
                for field in fields:
                    yield from walk(field.schema)
                yield inner
            case Union(branches=branches):
                seen.add(id(inner))
                for branch in branches:
                    yield from walk(branch)
                if nullable(inner) is None:
                    yield inner
            case Array(items=item) | Map(values=item):
                yield from walk(item)
            case Enum():
                seen.add(id(inner))
                yield inner
            case Primitive() | Fixed():
                pass

    return walk(schema)


class Types(ABC):
    """The types of a schema. How they are named, and what some are, depends on who makes them.

    ``bytes``: the type of bytes, and the word for its conversion in the kit. ``map``: what makes a map of pairs, and
    pairs of a map; None where it is the list of pairs itself.
    """

    bytes: tuple[str, str]
    map: tuple[str, str] | None = None

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.declared = list(declared(schema))
        self.types: dict[int, str] = {}
        self.fields: dict[int, dict[str, str]] = {}
        self.unions = 0
        for declaration in self.declared:
            name = declaration.name if not isinstance(declaration, Union) else self._next_union()
            self.types[id(declaration)] = self.type_name(declaration, name)
            if isinstance(declaration, Record):
                self.fields[id(declaration)] = self.labels([field.name for field in declaration.fields])

    def _next_union(self) -> str:
        self.unions += 1
        return f"union_{self.unions - 1}"

    @abstractmethod
    def type_name(self, declaration: Declared, name: str) -> str: ...

    @abstractmethod
    def labels(self, fields: list[str]) -> dict[str, str]:
        """The labels of a record's fields."""

    @abstractmethod
    def symbol(self, enum: Enum, symbol: str) -> str:
        """The constructor of a symbol."""

    @abstractmethod
    def branch(self, union: Union, number: int, argument: str) -> str:
        """The constructor of a union's branch with its argument, where it has one."""

    def field(self, record: Record, name: str) -> str:
        return self.fields[id(record)][name]

    def type_of(self, schema: Schema) -> str:
        """The OCaml type of a part of the schema."""
        match schema:
            case Primitive(type="string"):
                return "string"
            case Primitive(type="bytes") | Fixed():
                return self.bytes[0]
            case Primitive(type=name):
                return SIMPLE[name]
            case Array(items=item):
                return f"{self.type_of(item)} array"
            case Map(values=item):
                return f"(string * {self.type_of(item)}) list"
            case Union() if other := nullable(schema):
                return f"{self.type_of(other)} option"
            case _:
                return self.types[id(schema)]
