"""The FlatBuffers tables of a schema: the text of its `.fbs` file.

They are Protobuf's messages (`assay.data.formats.protobuf.proto`) as tables, with what differs:

- a scalar that may be absent has the default null; what is not a scalar is required, unless it may be absent;
- a union is a table with a field for each branch, of which one is set: FlatBuffers' own hold tables only;
- a map is a vector of tables with `key` and `value`; bytes within an array or a map lie in a table `Blob`.
"""

from __future__ import annotations

from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import PACKAGE, Field, File, Message, Type
from assay.data.formats.tables import is_null, is_scalar
from assay.data.schema import Schema

SCALARS = {"bool": "bool", "int32": "int", "int64": "long", "float": "float", "double": "double"}
BYTES = "[ubyte]"
MOST_SMALL = 256
# What flatc's languages, and the file's own, mean something else by.
RESERVED_TEXT = """
alignas alignof and and_eq asm assert atomic_cancel auto bitand bitor bool break byte case catch char class compl
concept const constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
float for friend goto if import include inline int long mutable namespace new noexcept not not_eq nullptr operator or
or_eq private protected public register reinterpret_cast required requires return short signed sizeof static
static_assert static_cast string struct switch table template this thread_local throw true try typedef typeid typename
ubyte uint ulong union unsigned ushort using virtual void volatile wchar_t while xor xor_eq NULL EOF
"""
RESERVED = frozenset(RESERVED_TEXT.split())


def identifier(field: Field) -> str:
    """The name of a field."""
    return f"{field.name}_" if field.name in RESERVED else field.name


def is_blob(type_: Type) -> bool:
    """Whether an item of the type needs a table of its own."""
    return type_.name == "bytes"


def entry_name(type_: Type) -> str:
    """The table of the entries of a map with such values. No message has a ``_`` in such a place."""
    return f"Entry_{type_.name}"


def text(schema: Schema) -> str:
    """The text of the `.fbs` file."""
    return text_of(proto.model(schema))


def text_of(file: File) -> str:
    """The text of the `.fbs` file of these messages, which may have other names than the schema's."""
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
            return f"{identifier(field)}:[{_item(field.type)}] (required);"
        case "map":
            return f"{identifier(field)}:[{entry_name(field.type)}] (required);"
        case _ if is_scalar(field.type):
            return f"{identifier(field)}:{_type(field.type)}{' = null' if absent else ''};"
        case _:
            return f"{identifier(field)}:{_type(field.type)}{'' if absent else ' (required)'};"


def _item(type_: Type) -> str:
    return "Blob" if is_blob(type_) else _type(type_)


def _type(type_: Type) -> str:
    if type_.name == "bytes":
        return BYTES
    return SCALARS.get(type_.name, type_.name)
