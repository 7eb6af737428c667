"""For types that ocaml-avro's own compiler makes of the file schema.avsc, as the module `Schema_types`.

The names follow the compiler's rules, valid or not: what it cannot name it cannot compile, and says so itself.
"""

from __future__ import annotations

from pathlib import Path

from assay.data.schema import Enum, Fixed, Record, Schema, Union
from assay.languages.ocaml.conversion import conversions
from assay.languages.ocaml.names import KEYWORDS, Declared, Types, lower
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill

FRAME = Path(__file__).parents[1] / "frames" / "avro_compiler.ml.template"


def make(making: Making) -> None:
    making.lay("records.ml", module(making.schema))


def module(schema: Schema) -> str:
    return fill(FRAME, conversions=conversions(CompilerTypes(schema), "t"))


def plain(name: str) -> str:
    """The name as the library's compiler takes it over; where OCaml cannot have it, something that can be parsed.

    The library's own code fails to compile then, and its message is the one to show.
    """
    return lower(name) if name in KEYWORDS or name[:1].isupper() else name


class CompilerTypes(Types):
    bytes = ("string", "bytes_in_string")
    map = ("Str_map.of_seq @@ List.to_seq", "Str_map.bindings")

    def type_name(self, declaration: Declared, name: str) -> str:
        return "t" if declaration is self.schema else plain(name[:1].lower() + name[1:])

    def labels(self, fields: list[str]) -> dict[str, str]:
        return {name: plain(name) for name in fields}

    def symbol(self, enum: Enum, symbol: str) -> str:
        return symbol[:1].upper() + symbol[1:]

    def branch(self, union: Union, number: int, argument: str) -> str:
        inner = union.branches[number]
        own = inner.name if isinstance(inner, Record | Enum | Fixed) else number
        return f"C_{own} {argument}"
