"""Protobuf for the recipes: a schema's `.proto` file, and the compiler that makes a language's code from it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.base.tools import Tool
from assay.data.formats.protobuf import proto
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import run

PROTOC = Tool(
    "protoc",
    ("--version",),
    (3, 15),
    "install Protobuf's compiler, 3.15 or newer (Debian: protobuf-compiler)",
    ("protobuf-compiler",),
)


def write_proto(making: Making) -> Path:
    """Lay `schema.proto`, made from an Avro schema."""
    return making.lay("schema.proto", proto.text(making.schema))


def compile_proto(path: Path, arguments: Sequence[str], log: Path, protoc: str = "protoc") -> str:
    """Run protoc with a plugin's arguments, such as ``--java_out=folder``; BuildFailed where it refuses.

    ``protoc``: which one, where it is not the system's.
    """
    return run([protoc, f"--proto_path={path.parent}", *arguments, str(path)], log)
