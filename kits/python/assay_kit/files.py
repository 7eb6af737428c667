"""Reading and writing the contract's file forms: schemas, canonical JSON lines, framed bytes, containers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from assay.data.schema import Schema, parse
from assay.errors import AssayError


class BadInput(Exception):
    """The request, or a file that it names, is wrong."""


def read_schema(path: str) -> tuple[str, Schema]:
    """The text of a schema file, and the schema."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        return text, parse(text, path, json_names=True)
    except (OSError, UnicodeDecodeError, AssayError) as error:
        raise BadInput(str(error)) from None


def read_lines(path: str, count: int, read: Callable[[str], Any]) -> list[Any]:
    """The plain values of a canonical JSON lines file."""
    try:
        lines = Path(path).read_bytes().decode().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {error}") from None
    if lines.pop() != "":
        raise BadInput(f"{path}: the last line has no end")
    if len(lines) != count:
        raise BadInput(f"{path} holds {len(lines)} records, not {count}")
    values = []
    for number, line in enumerate(lines, 1):
        try:
            values.append(read(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"{path}:{number}: not a canonical record: {error}") from None
    return values


def read_frames(path: str, count: int) -> list[bytes]:
    """The byte strings of a framed file, each an object of its own."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(str(error)) from None
    frames = []
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "little")
        frames.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    if at != len(data) or len(frames) != count:
        raise BadInput(f"{path} holds {len(frames)} frames of {len(data)} bytes, not {count} whole ones")
    return frames


def read_container(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadInput(str(error)) from None


def write_output(path: str, pieces: Iterable[bytes]) -> int:
    """Write the pieces one after another, as they are made; gives their number."""
    count = 0
    try:
        with Path(path).open("wb") as file:
            for piece in pieces:
                file.write(piece)
                count += 1
    except OSError as error:
        raise BadInput(str(error)) from None
    return count


def frame(data: bytes) -> bytes:
    return len(data).to_bytes(4, "little") + data
