"""What stands around the generated Rust types: the derives and attributes that each way of serialization needs.

`types` makes the types, the same for all; a style says what is written before each of their parts. It is made for one
schema, since some attributes hang on what else the schema holds.
"""

from __future__ import annotations

from assay.data.schema import Enum, Field, Fixed, Map, Primitive, Record, Schema, Union, walk


class Style:
    """Rust's own types.

    ``uses``: what the module imports besides what every one does. ``derives``: the attribute of every type, if any.
    ``text``, ``bytes``: the types of strings and bytes. ``unknown``: a variant ``Unknown_`` that a union's enum has
    besides those of the branches, and that no value ever takes.
    """

    uses: tuple[str, ...] = ()
    derives = ""
    text = "String"
    bytes = "Vec<u8>"
    unknown = ""

    def __init__(self, root: Schema) -> None:
        pass

    def fixed(self, size: int) -> str:
        """The type of a fixed."""
        return f"[u8; {size}]"

    def record(self, record: Record) -> list[str]:
        return [self.derives] if self.derives else []

    def field(self, record: Record, field: Field, identifier: str) -> str:
        """Before a field, on its line."""
        return ""

    def field_name(self, name: str) -> str:
        """The name of a field in Rust, unless Rust has another use for it."""
        return name

    def enum(self, enum: Enum) -> list[str]:
        return [self.derives] if self.derives else []

    def symbol(self, symbol: str, identifier: str) -> str:
        return ""

    def union(self, union: Union) -> list[str]:
        return [self.derives] if self.derives else []

    def branch(self, union: Union, number: int) -> str:
        return ""

    def order(self, union: Union) -> list[int]:
        """The numbers of a union's branches in the order of the enum's variants."""
        return list(range(len(union.branches)))

    def functions(self, named: list[str], unions: list[str]) -> list[str]:
        """Functions that the module has besides. Both lists are of Rust's types, of named types and of unions."""
        return []

    def lifetime(self, schema: Schema) -> str:
        """What follows the name of a type that borrows from the bytes which it was read from."""
        return ""


class Lending(Style):
    """Comes before a style whose types borrow from the bytes which they are read from. ``lends_bytes``: whether the
    format holds bytes and fixed as they are, so that they are borrowed like strings.
    """

    lends_bytes = True

    def lifetime(self, schema: Schema) -> str:
        return "<'a>" if any(self.lends(part) for part in walk(schema)) else ""

    def lends(self, part: Schema) -> bool:
        """Whether the format lends what stands in this part of a schema itself: in a map that is the keys."""
        match part:
            case Primitive(type="string") | Map():
                return True
            case Primitive(type="bytes") | Fixed():
                return self.lends_bytes
            case _:
                return False
