"""Messages of protobuf.js: a property that is there is set; 64-bit integers are its `Long`."""

from __future__ import annotations

from pathlib import Path

from assay.data.schema import Schema
from assay.languages.node.conversion import Dialect, write_messages

DIALECT = Dialect("protobufjs", long=True, tags=False)


def make(schema: Schema, copy: Path, log: Path) -> None:
    write_messages(schema, DIALECT, copy)
