"""Reading and writing the contract's file forms: schemas, canonical JSON lines, framed bytes, containers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from assay_plain import framing
from assay_plain.types import Schema, from_table


class BadInput(Exception):
    """The request, or a file that it names, is wrong."""


def read_schema(path: str) -> str:
    """The text of an Avro schema, for the libraries that parse it."""
    text = _read_text(path)
    _parse_json(text, path)
    return text


def read_resolved(path: str) -> Schema:
    """The type of a record, for the kit and for what goes by it."""
    try:
        return from_table(_parse_json(_read_text(path), path))
    except (LookupError, TypeError, AttributeError) as error:
        raise BadInput(f"{path}: not a resolved schema: {type(error).__name__}: {error}") from None


def _read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {error}") from None


def _parse_json(text: str, path: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadInput(f"{path}: not JSON: {error}") from None


def read_lines(path: str, count: int, read: Callable[[str], Any]) -> Iterator[Any]:
    """The plain values of a canonical JSON lines file, one after another."""
    try:
        lines = Path(path).read_bytes().decode().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {error}") from None
    if lines.pop() != "":
        raise BadInput(f"{path}: the last line has no end")
    if len(lines) != count:
        raise BadInput(f"{path} holds {len(lines)} records, not {count}")
    for number, line in enumerate(lines, 1):
        try:
            value = read(line)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"{path}:{number}: not a canonical record: {error}") from None
        yield value


def read_frames(path: str, count: int) -> list[bytes]:
    """The byte strings of a framed file, each an object of its own."""
    try:
        frames = framing.read_frames(Path(path))
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from None
    if len(frames) != count:
        raise BadInput(f"{path} holds {len(frames)} frames, not {count}")
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
