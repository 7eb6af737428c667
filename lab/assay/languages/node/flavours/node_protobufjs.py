"""Messages of protobuf.js: a property that is there is set; 64-bit integers are its `Long`."""

from __future__ import annotations

from assay.languages.node.conversion import Dialect, write_messages
from assay.languages.shared.flavours import Making

DIALECT = Dialect("protobufjs", long=True, tags=False)


def make(making: Making) -> None:
    write_messages(making, DIALECT)
