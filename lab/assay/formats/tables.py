"""What formats whose values lie in tables (FlatBuffers, Cap'n Proto) ask of Protobuf's messages, which become these."""

from __future__ import annotations

from assay.data.schema import NULL
from assay.formats.protobuf.proto import Field, Type

SCALARS = ("bool", "int32", "int64", "float", "double")


def is_scalar(type_: Type) -> bool:
    """Whether a value of the type lies in its table itself."""
    return type_.kind == "enum" or type_.name in SCALARS


def is_null(field: Field) -> bool:
    """Whether the field says nothing, and is left out."""
    return field.label == "single" and field.schema == NULL
