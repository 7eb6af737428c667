"""The Cap'n Proto structs of a schema: a model of their names, and the text of its `.capnp` file.

They are Protobuf's messages (`assay.data.formats.protobuf.proto`) as structs, with what differs:

- a scalar that may be absent is a union of nothing and the scalar; all else has a pointer, which may be null;
- a union is a struct with an unnamed union, whose first member is nothing: null, where the union has it;
- a map is a list of structs with `key` and `value`.

Cap'n Proto's names have no ``_``, and a case to begin with, so types and members have numbers for names.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import PACKAGE, Enum, Field, File, Message, Type
from assay.data.formats.tables import is_null, is_scalar, numbered
from assay.data.schema import Schema

SCALARS = {
    "bool": "Bool",
    "int32": "Int32",
    "int64": "Int64",
    "float": "Float32",
    "double": "Float64",
    "string": "Text",
    "bytes": "Data",
}
FIRST_BIT = 1 << 63  # which every number of a file has


@dataclass(frozen=True)
class Structs:
    """The structs and enums of a schema."""

    schema: Schema

    @cached_property
    def file(self) -> File:
        return numbered(proto.model(self.schema))

    @cached_property
    def entries(self) -> dict[Type, str]:
        """The structs of maps' entries, by the type of their values."""
        fields = [field for message in self.file.messages.values() for field in message.fields if field.label == "map"]
        types = dict.fromkeys(field.type for field in fields)
        return {type_: f"Entry{number}" for number, type_ in enumerate(types)}

    def text(self) -> str:
        """The text of the `.capnp` file."""
        lines = ['using Cxx = import "/capnp/c++.capnp";', f'$Cxx.namespace("{_cpp(PACKAGE)}");']
        for enum in self.file.enums.values():
            lines += ["", f"enum {enum.name} {{ {_enumerants(enum)} }}"]
        for type_, name in self.entries.items():
            lines += ["", f"struct {name} {{ key @0 :Text; value @1 :{self._type(type_)}; }}"]
        for message in self.file.messages.values():
            lines += ["", f"struct {message.name} {{", *self._body(message), "}"]
        text = "\n".join([*lines, ""])
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") | FIRST_BIT
        return f"@{number:#x};\n{text}"

    def _body(self, message: Message) -> list[str]:
        fields = [field for field in message.fields if not is_null(field)]
        if message.form == "union":
            members = [f"    {field.name} @{n} :{self._type(field.type)};" for n, field in enumerate(fields, 1)]
            # A union of one branch would have one member, and must have two.
            return ["  union {", "    none @0 :Void;", *(members or ["    other @1 :Void;"]), "  }"]
        lines: list[str] = []
        number = 0
        for field in fields:
            text, taken = self._field(field, number)
            lines.append(f"  {field.name} {text}")
            number += taken
        return lines

    def _field(self, field: Field, number: int) -> tuple[str, int]:
        """What follows a field's name, and how many numbers it takes."""
        match field.label:
            case "repeated":
                return f"@{number} :List({self._type(field.type)});", 1
            case "map":
                return f"@{number} :List({self.entries[field.type]});", 1
            case "optional" if is_scalar(field.type):
                return f":union {{ none @{number} :Void; some @{number + 1} :{self._type(field.type)}; }}", 2
            case _:
                return f"@{number} :{self._type(field.type)};", 1

    def _type(self, type_: Type) -> str:
        return SCALARS.get(type_.name, type_.name)


def _cpp(package: str) -> str:
    return package.replace(".", "::")


def _enumerants(enum: Enum) -> str:
    return " ".join(f"{value} @{number};" for number, value in enumerate(enum.values))
