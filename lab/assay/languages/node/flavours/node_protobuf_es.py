"""Messages of Protobuf-ES, whose plugin of protoc makes their descriptors: 64-bit integers are bigints."""

from __future__ import annotations

import re
from pathlib import Path

from assay.data.formats.protobuf import proto
from assay.data.schema import Schema
from assay.languages.node.conversion import Dialect, write_messages
from assay.languages.shared.protoc import compile_proto

PLUGIN = Path("node_modules") / ".bin" / "protoc-gen-es"
RESERVED = frozenset(["constructor", "toString", "toJSON", "valueOf"])


def make(schema: Schema, copy: Path, log: Path) -> None:
    path = copy / "schema.proto"
    path.write_text(proto.text(schema), encoding="utf-8")
    options = "target=js,js_import_style=legacy_commonjs"
    compile_proto(path, [f"--plugin=protoc-gen-es={copy / PLUGIN}", f"--es_out={options}:{copy}"], log)
    write_messages(schema, Dialect("protobuf_es", long=True, tags=False, cases=True, made=True, property=_name), copy)


def _name(field: str) -> str:
    """The property of a field: its name in JSON, with a ``$`` where every object of JavaScript has one of that name."""
    name = re.sub("_+(.?)", lambda found: found[1].upper(), field)
    return f"{name}$" if name in RESERVED else name
