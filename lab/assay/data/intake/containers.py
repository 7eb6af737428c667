"""Avro object container files, whatever the file's name and its writer.

The library that reads the blocks takes every value of a header's metadata for text, and the specification has bytes
there. So the header is read here, and the library gets one that holds the codec alone, and reads records by the schema
as the lab has it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import IO, Any, BinaryIO, cast

import fastavro
from fastavro import _read_py

from assay.base.errors import AssayError, reason
from assay.data.bare import bare
from assay.data.container_format import BadContainer, Header, block_sizes, read_header, write_header
from assay.data.intake.defaults import wrong_default
from assay.data.intake.reader import Reader, opened
from assay.data.recordset import Doubt
from assay.data.reference import by_fastavro
from assay.data.schema import Schema, is_recursive, parse
from assay.data.schema_files import normal_schema

# Records that take no bytes, as null does: a block's count may promise more of them than anyone can read.
MOST_EMPTY = 1_000_000


class Containers(Reader):
    kind = "Avro container"
    carries_schema = True

    def schema_text(self) -> str:
        return self._schema[0]

    @cached_property
    def _schema(self) -> tuple[str, Schema]:
        """Its text and its types. Who reads the file needs no defaults: with a wrong one, they are left out."""
        with self._opened() as (header, _):
            text = header.schema_text
        schema = parse(text, str(self.path))
        document = json.loads(text)
        if wrong := wrong_default(schema):
            document = bare(schema)
            self.doubts.append(Doubt(".", f"{wrong}; taken without defaults and attributes"))
        return normal_schema(document), schema

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
        text, schema = self._schema
        parsed = by_fastavro(text, schema)
        # In a record that holds others by the thousand, code that is compiled ends the process.
        read = _read_py.schemaless_reader if is_recursive(schema) else fastavro.schemaless_reader
        last = wanted[-1] if wanted else None
        numbers = None if wanted is None else set(wanted)
        number = 0
        size = self.path.stat().st_size or 1
        with self._opened() as (_, blocks):
            try:
                for block in fastavro.block_reader(cast("IO[bytes]", blocks)):
                    unpacked = block.bytes_.getbuffer().nbytes  # type: ignore[attr-defined]
                    if block.num_records > max(unpacked, MOST_EMPTY):
                        raise BadContainer(f"a block of {block.num_records:,} records in {unpacked:,} bytes")
                    if numbers is not None and numbers.isdisjoint(range(number, number + block.num_records)):
                        number += block.num_records
                        continue
                    for _ in range(block.num_records):
                        record = read(block.bytes_, parsed, None)  # type: ignore[attr-defined]
                        if numbers is None or number in numbers:
                            yield f"{self.path}: record {number}", record
                        number += 1
                    if last is not None and number > last:
                        return
                    self.watch.at(min(1.0, blocks.at / size))
            except RecursionError:
                raise AssayError(f"{self.path}: record {number}: nested too deeply to be read") from None
            except BadContainer as error:
                raise self._damaged(number, str(error)) from None
            except Exception as error:  # a damaged file may fail in any way
                raise self._damaged(number, reason(error)) from None

    def _damaged(self, number: int, why: str) -> AssayError:
        return AssayError(f"{self.path}: damaged or cut off after record {number}: {why}; is the file complete?")

    @contextmanager
    def _opened(self) -> Iterator[tuple[Header, _Joined]]:
        """The header, and a stream of the same blocks behind a header of the codec alone."""
        with opened(self.path) as file:
            try:
                header = read_header(file)
            except BadContainer as error:
                raise AssayError(f"{self.path}: not an Avro container file: {error}") from None
            yield header, _Joined(io.BytesIO(write_header(replace(header, schema_text='"null"'))), file)


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
