"""Messages of protobuf-ts, whose plugin of protoc makes their code: 64-bit integers are bigints."""

from __future__ import annotations

from pathlib import Path

from assay.languages.node.conversion import Dialect, write_messages
from assay.languages.shared.flavours import Making
from assay.languages.shared.protoc import compile_proto, write_proto

PLUGIN = Path("node_modules") / ".bin" / "protoc-gen-ts"
# Its own choice of types, with the names of the schema; code for speed is its default.
OPTIONS = "output_javascript,long_type_bigint,use_proto_field_name"
KIND = "oneofKind"
RESERVED = frozenset(["__proto__", "toString", KIND])


def make(making: Making) -> None:
    arguments = [f"--plugin=protoc-gen-ts={making.folder / PLUGIN}", f"--ts_out={OPTIONS}:{making.folder}"]
    compile_proto(write_proto(making), arguments, making.log)
    write_messages(making, DIALECT)


def _name(field: str) -> str:
    return f"{field}$" if field in RESERVED else field


DIALECT = Dialect("bigints", long=True, tags=False, cases=True, kind=KIND, property=_name)
