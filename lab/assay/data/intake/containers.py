"""Avro object container files, whatever the file's name and its writer.

The library that reads the blocks takes every value of a header's metadata for text, and the specification has bytes
there. So the header is read here, and the library gets one that holds the schema and the codec alone.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, BinaryIO, cast

import fastavro

from assay.base.errors import AssayError, reason
from assay.data.container_format import BadContainer, Header, block_sizes, read_header, write_header
from assay.data.intake.reader import Reader, opened
from assay.data.schema import parse
from assay.data.schema_files import normal_schema


class Containers(Reader):
    kind = "Avro container"
    carries_schema = True

    def schema_text(self) -> str:
        with self._opened() as (header, _):
            text = header.schema_text
        parse(text, str(self.path))
        return normal_schema(json.loads(text))

    def count(self) -> int:
        held = 0
        size = self.path.stat().st_size or 1
        with self._opened() as (header, blocks):
            try:
                for count in block_sizes(blocks.second, header):
                    held += count
                    self.watch.at(min(1.0, blocks.second.tell() / size))
            except BadContainer as error:
                raise self._damaged(held, str(error)) from None
        return held

    def documents(self, wanted: Sequence[int] | None = None) -> Iterator[tuple[str, Any]]:
        parsed = fastavro.parse_schema(json.loads(self.schema_text()))
        last = wanted[-1] if wanted else None
        numbers = None if wanted is None else set(wanted)
        number = 0
        size = self.path.stat().st_size or 1
        with self._opened() as (_, blocks):
            try:
                for block in fastavro.block_reader(cast("IO[bytes]", blocks)):
                    if numbers is not None and numbers.isdisjoint(range(number, number + block.num_records)):
                        number += block.num_records
                        continue
                    for _ in range(block.num_records):
                        record = fastavro.schemaless_reader(block.bytes_, parsed, None)  # type: ignore[attr-defined]
                        if numbers is None or number in numbers:
                            yield f"{self.path}: record {number}", record
                        number += 1
                    if last is not None and number > last:
                        return
                    self.watch.at(min(1.0, blocks.at / size))
            except Exception as error:  # a damaged file may fail in any way
                raise self._damaged(number, reason(error)) from None

    def _damaged(self, number: int, why: str) -> AssayError:
        return AssayError(f"{self.path}: damaged or cut off after record {number}: {why}; is the file complete?")

    @contextmanager
    def _opened(self) -> Iterator[tuple[Header, _Joined]]:
        """The header, and a stream of the same blocks behind a header of schema and codec alone."""
        with opened(self.path) as file:
            try:
                header = read_header(file)
            except BadContainer as error:
                raise AssayError(f"{self.path}: not an Avro container file: {error}") from None
            yield header, _Joined(io.BytesIO(write_header(header)), file)


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
