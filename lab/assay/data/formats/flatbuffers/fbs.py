"""The FlatBuffers tables of a schema: the text of its `.fbs` file.

They are Protobuf's messages (`assay.data.formats.protobuf.proto`) as tables, with what differs:

- a scalar that may be absent has the default null; what is not a scalar is required, unless it may be absent;
- a union is a table with a field for each branch, of which one is set: FlatBuffers' own hold tables only;
- a map is a vector of tables with `key` and `value`; bytes within an array or a map lie in a table `Blob`.

All have numbers for names: one of the schema may be a word of a language, a macro, or what a compiler makes of another.
"""

from __future__ import annotations

from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import PACKAGE, Field, File, Message, Type
from assay.data.formats.tables import is_null, is_scalar, numbered
from assay.data.schema import Schema

SCALARS = {"bool": "bool", "int32": "int", "int64": "long", "float": "float", "double": "double"}
BYTES = "[ubyte]"
MOST_SMALL = 256


def is_blob(type_: Type) -> bool:
    """Whether an item of the type needs a table of its own."""
    return type_.name == "bytes"


def entry_name(type_: Type) -> str:
    """The table of the entries of a map with such values."""
    return f"Entry_{type_.name}"


def model(schema: Schema) -> File:
    """The messages whose tables a schema gets."""
    return numbered(proto.model(schema))


def text(file: File) -> str:
    """The text of the `.fbs` file of these messages."""
    fields = [field for message in file.messages.values() for field in message.fields]
    lines = [f"namespace {PACKAGE};"]
    for enum in file.enums.values():
        small = len(enum.values) <= MOST_SMALL
        lines += ["", f"enum {enum.name} : {'ubyte' if small else 'int'} {{ {', '.join(enum.values)} }}"]
    if any(field.label in ("repeated", "map") and is_blob(field.type) for field in fields):
        lines += ["", f"table Blob {{ value:{BYTES} (required); }}"]
    for name, type_ in entries(file).items():
        required = "" if is_scalar(type_) else " (required)"
        lines += ["", f"table {name} {{ key:string (required); value:{_item(type_)}{required}; }}"]
    for message in file.messages.values():
        lines += ["", f"table {message.name} {{", *_body(message), "}"]
    return "\n".join([*lines, "", f"root_type {file.root.name};", ""])


def entries(file: File) -> dict[str, Type]:
    """The tables of maps' entries, with the type of their values."""
    fields = [field for message in file.messages.values() for field in message.fields if field.label == "map"]
    return {entry_name(field.type): field.type for field in fields}


def _body(message: Message) -> list[str]:
    chosen = message.form == "union"
    return [f"  {_field(field, chosen or field.label == 'optional')}" for field in message.fields if not is_null(field)]


def _field(field: Field, absent: bool) -> str:
    match field.label:
        case "repeated":
            return f"{field.name}:[{_item(field.type)}] (required);"
        case "map":
            return f"{field.name}:[{entry_name(field.type)}] (required);"
        case _ if is_scalar(field.type):
            return f"{field.name}:{_type(field.type)}{' = null' if absent else ''};"
        case _:
            return f"{field.name}:{_type(field.type)}{'' if absent else ' (required)'};"


def _item(type_: Type) -> str:
    return "Blob" if is_blob(type_) else _type(type_)


def _type(type_: Type) -> str:
    if type_.name == "bytes":
        return BYTES
    return SCALARS.get(type_.name, type_.name)
