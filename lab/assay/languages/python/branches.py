"""What generated code between plain values and a format's own objects says of enums, and of the branches of unions."""

from __future__ import annotations

from collections.abc import Iterator

from assay.data import schema as avro
from assay.data.canonical import RANGES
from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import Field, Message, Type
from assay.data.schema import Fixed, Primitive, Record, kind
from assay.languages.shared.turns import turn

KIND_TYPES = {
    "boolean": "bool",
    "integer": "int",
    "real": "float",
    "string": "str",
    "bytes": "bytes",
    "array": "list",
    "map": "dict",
    "record": "dict",
}


def enum_tables(enum: proto.Enum) -> Iterator[str]:
    """Lines with the numbers of an enum by its symbols, ``NAME_NUMBERS``, and the way back, ``NAME_SYMBOLS``."""
    numbers = ", ".join(f'"{symbol}": {number}' for number, symbol in enumerate(enum.schema.symbols))
    yield f"{enum.name}_NUMBERS = {{{numbers}}}"
    yield f"{enum.name}_SYMBOLS = {enum.schema.symbols!r}"


def in_turn(message: Message) -> list[Field]:
    """The fields of a union's message, in the order in which `takes` asks of them."""
    return sorted(message.fields, key=lambda f: turn(f.schema))


def takes(type_: Type) -> str:
    """The condition for the branch of a union, where none before it took ``value``."""
    found = f"type(value) is {KIND_TYPES[kind(type_.schema)]}"
    match type_.schema:
        case Primitive(type="int"):
            low, high = RANGES["int"]
            return f"{found} and {low} <= value <= {high}"
        case avro.Enum():
            return f"{found} and value in {type_.name}_NUMBERS"
        case Fixed(size=size):
            return f"{found} and len(value) == {size}"
        case Record(fields=fields):
            names = ", ".join(f'"{f.name}"' for f in fields)
            return f"{found} and value.keys() == {{{names}}}" if fields else f"{found} and not value"
        case _:
            return found
