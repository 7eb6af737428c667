"""What formats whose values lie in tables (FlatBuffers, Cap'n Proto) ask of Protobuf's messages, which become these."""

from __future__ import annotations

from dataclasses import replace

from assay.data.formats.protobuf.proto import Enum, Field, File, Message, Type
from assay.data.schema import NULL

SCALARS = ("bool", "int32", "int64", "float", "double")


def is_scalar(type_: Type) -> bool:
    """Whether a value of the type lies in its table itself."""
    return type_.kind == "enum" or type_.name in SCALARS


def is_null(field: Field) -> bool:
    """Whether the field says nothing, and is left out."""
    return field.label == "single" and field.schema == NULL


def numbered(file: File) -> File:
    """The same messages and enums with numbers for names, of which no name is in the bytes.

    ``M0``, ``E0``, an enum's values ``e0``, fields ``f1``: for compilers that do not have all names, or change their
    case, so that two might become one.
    """
    names = {name: f"M{number}" for number, name in enumerate(file.messages)}
    names |= {name: f"E{number}" for number, name in enumerate(file.enums)}

    def of_type(type_: Type) -> Type:
        return type_ if type_.kind == "scalar" else replace(type_, name=names[type_.name])

    def of_message(message: Message) -> Message:
        fields = [replace(field, name=f"f{field.number}", type=of_type(field.type)) for field in message.fields]
        return replace(message, name=names[message.name], fields=tuple(fields))

    def of_enum(enum: Enum) -> Enum:
        return replace(enum, name=names[enum.name], values=tuple(f"e{number}" for number, _ in enumerate(enum.values)))

    messages = [of_message(message) for message in file.messages.values()]
    enums = [of_enum(enum) for enum in file.enums.values()]
    return File({m.name: m for m in messages}, {e.name: e for e in enums}, of_message(file.root))
