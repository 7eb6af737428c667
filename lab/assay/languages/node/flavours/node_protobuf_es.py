"""Messages of Protobuf-ES, whose plugin of protoc makes their descriptors: 64-bit integers are bigints."""

from __future__ import annotations

import re
from pathlib import Path

from assay.languages.node.conversion import Dialect, write_messages
from assay.languages.shared.flavours import Making
from assay.languages.shared.protoc import compile_proto, write_proto

PLUGIN = Path("node_modules") / ".bin" / "protoc-gen-es"
RESERVED = frozenset(["constructor", "toString", "toJSON", "valueOf"])


def make(making: Making) -> None:
    options = "target=js,js_import_style=legacy_commonjs"
    arguments = [f"--plugin=protoc-gen-es={making.folder / PLUGIN}", f"--es_out={options}:{making.folder}"]
    compile_proto(write_proto(making), arguments, making.log)
    write_messages(making, Dialect("protobuf_es", long=True, tags=False, cases=True, made=True, property=_name))


def _name(field: str) -> str:
    """The property of a field: its name in JSON, with a ``$`` where every object of JavaScript has one of that name."""
    name = re.sub("_+(.?)", lambda found: found[1].upper(), field)
    return f"{name}$" if name in RESERVED else name
