"""Protobuf for the recipes: a schema's `.proto` file, and the compiler that makes a language's code from it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.base.tools import Tool
from assay.data.formats.protobuf import proto
from assay.data.schema import parse
from assay.languages.shared.recipe import run

PROTOC = Tool(
    "protoc",
    ("--version",),
    (3, 15),
    "install Protobuf's compiler, 3.15 or newer (Debian: protobuf-compiler)",
    ("protobuf-compiler",),
)


def write_proto(schema_text: str, folder: Path) -> Path:
    """Lay `schema.proto`, made from an Avro schema, into a folder."""
    path = folder / "schema.proto"
    path.write_text(proto.text(parse(schema_text)), encoding="utf-8")
    return path


def compile_proto(path: Path, arguments: Sequence[str], log: Path, protoc: str = "protoc") -> str:
    """Run protoc with a plugin's arguments, such as ``--java_out=folder``; BuildFailed where it refuses.

    ``protoc``: which one, where it is not the system's.
    """
    return run([protoc, f"--proto_path={path.parent}", *arguments, str(path)], log)
