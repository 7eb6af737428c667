"""A user's own records in an Avro object container file, whatever the file's name and whoever wrote it.

The library that reads the blocks takes every value of a header's metadata for text, and the specification has bytes
there. So the header is read here, and the library gets one that holds the schema and the codec alone.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

import fastavro

from assay.data.container_format import MAGIC, BadContainer, Header, read_header, write_header
from assay.data.own import normal_schema, reason
from assay.data.schema import parse
from assay.errors import AssayError


def is_container(path: Path) -> bool:
    """Whether a file is an Avro container, by its first bytes.

    AssayError where it cannot be read, or only its name says that it is one.
    """
    try:
        with path.open("rb") as file:
            begin = file.read(len(MAGIC))
    except OSError as error:
        raise AssayError(f"{path}: cannot read: {reason(error)}") from None
    if begin == MAGIC:
        return True
    if path.suffix == ".avro":
        raise AssayError(f'{path}: not an Avro container file: it does not begin with "Obj" and 1')
    return False


def container_schema(path: Path) -> str:
    """The schema that a container file carries, logical types removed."""
    with _opened(path) as (header, _):
        text = header.schema_text
    parse(text, str(path))
    return normal_schema(json.loads(text))


def container_records(path: Path, schema_text: str, maximum: int | None) -> list[Any]:
    """The first ``maximum`` records of a container file as plain values. ``schema_text``: of `container_schema`."""
    parsed = fastavro.parse_schema(json.loads(schema_text))
    records: list[Any] = []
    with _opened(path) as (_, blocks):
        try:
            for block in fastavro.block_reader(cast("IO[bytes]", blocks)):
                for _ in range(block.num_records):
                    if maximum is not None and len(records) >= maximum:
                        return records
                    records.append(fastavro.schemaless_reader(block.bytes_, parsed, None))  # type: ignore[attr-defined]
        except Exception as error:  # a damaged file may fail in any way
            raise AssayError(
                f"{path}: damaged or cut off after record {len(records)}: {reason(error)}; is the file complete?"
            ) from None
    return records


def has_more_records(path: Path, maximum: int) -> bool:
    """Whether a container file, whose first ``maximum`` records were read already, holds further ones."""
    with _opened(path) as (_, blocks):
        held = accumulate(block.num_records for block in fastavro.block_reader(cast("IO[bytes]", blocks)))
        return any(number > maximum for number in held)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Header, _Joined]]:
    """The header, and a stream of the same blocks behind a header of schema and codec alone."""
    try:
        with path.open("rb") as file:
            header = read_header(file)
            plain = io.BytesIO(write_header(header))
            yield header, _Joined(plain, file)
    except OSError as error:
        raise AssayError(f"{path}: cannot read: {reason(error)}") from None
    except BadContainer as error:
        raise AssayError(f"{path}: not an Avro container file: {error}") from None


class _Joined:
    """Two streams, one after the other, with what the library asks of a file."""

    def __init__(self, first: BinaryIO, second: BinaryIO) -> None:
        self.first = first
        self.second = second
        self.at = 0

    def read(self, size: int) -> bytes:
        data = self.first.read(size)
        data += self.second.read(size - len(data))
        self.at += len(data)
        return data

    def tell(self) -> int:
        return self.at
