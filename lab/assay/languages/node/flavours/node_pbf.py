"""Objects of pbf, which names the field of a `oneof` that is set; 64-bit integers are numbers."""

from __future__ import annotations

import re
from pathlib import Path

from assay.data.formats.protobuf import proto
from assay.data.schema import Schema
from assay.languages.node.conversion import Dialect, write_messages
from assay.languages.shared.recipe import run

DIALECT = Dialect("pbf", long=False, tags=True)


def make(schema: Schema, copy: Path, log: Path) -> None:
    (copy / "schema.proto").write_text(proto_text(schema), encoding="utf-8")
    code = run(["node", "node_modules/.bin/pbf", "schema.proto"], log, cwd=copy)
    (copy / "schema.js").write_text(code, encoding="utf-8")
    write_messages(schema, DIALECT, copy)


def proto_text(schema: Schema) -> str:
    """The `.proto` file for pbf's compiler, which knows neither full names nor proto3's `optional`.

    Proto3 takes an optional field for a `oneof` of one field; this says so, and the bytes are the same.
    """
    text = proto.text(schema).replace(f".{proto.PACKAGE}.", "")
    return re.sub(r"^  optional (\S+) (\w+) = (\d+);$", r"  oneof _\2 { \1 \2 = \3; }", text, flags=re.MULTILINE)
