"""Objects of pbf, which names the field of a `oneof` that is set; 64-bit integers are numbers."""

from __future__ import annotations

import re

from assay.data.formats.protobuf import proto
from assay.data.schema import Schema
from assay.languages.node.conversion import Dialect, write_messages
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import run

DIALECT = Dialect("pbf", long=False, tags=True)


def make(making: Making) -> None:
    making.lay("schema.proto", proto_text(making.schema))
    code = run(["node", "node_modules/.bin/pbf", "schema.proto"], making.log, cwd=making.folder)
    making.lay("schema.js", code)
    write_messages(making, DIALECT)


def proto_text(schema: Schema) -> str:
    """The `.proto` file for pbf's compiler, which knows neither full names nor proto3's `optional`.

    Proto3 takes an optional field for a `oneof` of one field; this says so, and the bytes are the same.
    """
    text = proto.text(schema).replace(f".{proto.PACKAGE}.", "")
    return re.sub(r"^  optional (\S+) (\w+) = (\d+);$", r"  oneof _\2 { \1 \2 = \3; }", text, flags=re.MULTILINE)
