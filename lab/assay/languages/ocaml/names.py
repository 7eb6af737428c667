"""OCaml names for the types, fields, symbols and branches of a schema, and the types of all its parts.

Where the types are the lab's own, names only have to be valid, distinct and recognizable. Where the library's compiler
makes the types, the names follow its rules, valid or not: what it cannot name it cannot compile, and says so itself.
"""

from __future__ import annotations

from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union
from assay.recipes.names import Names

KEYWORD_TEXT = """
and as assert asr begin class constraint do done downto else end exception external false for fun function functor if in
include inherit initializer land lazy let lor lsl lsr lxor match method mod module mutable new nonrec object of open or
private rec sig struct then to true try type val virtual when while with
"""
KEYWORDS = frozenset(KEYWORD_TEXT.split())

# Types that the generated code means something else by.
TAKEN = frozenset(
    ["array", "bool", "bytes", "codec", "float", "int", "int64", "list", "option", "ref", "root", "string", "unit"]
)
SIMPLE = {"null": "unit", "boolean": "bool", "int": "int", "long": "int64", "float": "float", "double": "float"}


def text(name: str) -> str:
    """A name or symbol as a string literal: Avro's names need no escapes."""
    return f'"{name}"'


def lower(name: str) -> str:
    """The name with a small first letter, which types and fields must have, and not a keyword."""
    small = name[:1].lower() + name[1:]
    return f"{small}_" if small in KEYWORDS or not small[:1].isalpha() else small


def plain(name: str) -> str:
    """The name as the library's compiler takes it over; where OCaml cannot have it, something that can be parsed.

    The library's own code fails to compile then, and its message is the one to show.
    """
    return lower(name) if name in KEYWORDS or name[:1].isupper() else name


class Types:
    """``own``: the lab makes the types. ``root``: the schema, whose type the library's compiler calls `t`."""

    def __init__(self, root: Schema, *, own: bool) -> None:
        self.root = root
        self.own = own
        self.names = Names(TAKEN)
        self.types: dict[int, str] = {}
        self.fields: dict[int, dict[str, str]] = {}
        self.unions = 0

    def declare(self, declaration: Schema) -> None:
        """Name a type that is to have a declaration; those inside come before those outside."""
        match declaration:
            case Record(name=name, fields=fields):
                self._name(declaration, name)
                labels = Names()
                self.fields[id(declaration)] = {
                    f.name: labels.claim(lower(f.name)) if self.own else plain(f.name) for f in fields
                }
            case Enum(name=name):
                self._name(declaration, name)
            case Union():
                self._name(declaration, f"union_{self.unions}")
                self.unions += 1
            case _:
                raise TypeError(f"{type(declaration).__name__} has no declaration")

    def _name(self, declaration: Schema, name: str) -> None:
        if self.own:
            self.types[id(declaration)] = self.names.claim(lower(name))
        else:
            self.types[id(declaration)] = "t" if declaration is self.root else plain(name[:1].lower() + name[1:])

    def field(self, record: Record, name: str) -> str:
        return self.fields[id(record)][name]

    def symbol(self, enum: Enum, symbol: str) -> str:
        return f"{self._capital(enum)}_{symbol}" if self.own else symbol[:1].upper() + symbol[1:]

    def branch(self, union: Union, number: int) -> str:
        inner = union.branches[number]
        if self.own:
            return f"{self._capital(union)}_{number}"
        return f"C_{inner.name}" if isinstance(inner, Record | Enum | Fixed) else f"C_{number}"

    def _capital(self, declaration: Schema) -> str:
        """The type's name as constructors begin with it."""
        name = self.types[id(declaration)]
        return name[:1].upper() + name[1:] if name[:1].isalpha() else f"C{name}"

    def type_of(self, schema: Schema) -> str:
        """The OCaml type of a part of the schema."""
        match schema:
            case Primitive(type="string"):
                return "string"
            case Primitive(type="bytes") | Fixed():
                return "bytes" if self.own else "string"
            case Primitive(type=name):
                return SIMPLE[name]
            case Array(items=item):
                return f"{self.type_of(item)} array"
            case Map(values=item):
                return f"(string * {self.type_of(item)}) list"
            case Union(branches=branches) if id(schema) not in self.types:
                (other,) = [b for b in branches if b != Primitive("null")]
                return f"{self.type_of(other)} option"
            case _:
                return self.types[id(schema)]
