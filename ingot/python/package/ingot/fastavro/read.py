"""Files and messages are read."""

from __future__ import annotations

import json
import warnings
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from ingot._ingot import FastavroRecords
from ingot._ingot import fastavro_schemaless_reader as schemaless_reader
from ingot.fastavro._codecs import BLOCK_READERS
from ingot.fastavro._container import HEADER_SCHEMA, MAGIC, SYNC_SIZE, header_schema, read_exactly, read_long
from ingot.fastavro._errors import SchemaResolutionError
from ingot.fastavro._logical import LOGICAL_READERS
from ingot.fastavro._parsed import compiled, resolved
from ingot.fastavro.io.json_decoder import AvroJSONDecoder
from ingot.fastavro.json_read import json_reader
from ingot.fastavro.schema import parse_schema
from ingot.fastavro.types import Schema

__all__ = [
    "BLOCK_READERS",
    "HEADER_SCHEMA",
    "LOGICAL_READERS",
    "MAGIC",
    "SYNC_SIZE",
    "SchemaResolutionError",
    "block_reader",
    "is_avro",
    "iter_avro",
    "json_reader",
    "reader",
    "schemaless_reader",
]


class _Names(NamedTuple):
    """How values of unions and odd texts are returned."""

    record: bool
    record_override: bool
    errors: str
    named: bool
    named_override: bool

    def set(self, records: FastavroRecords, writer: Any, by: Any, of_json: bool = False) -> None:
        names = bool(self.record), bool(self.record_override), bool(self.named), bool(self.named_override)
        records._read_by(compiled(writer), by, names, self.errors, of_json)


class _Source:
    """The head of a file, and its blocks."""

    def __init__(self, fo: IO[bytes], reader_schema: Schema | None) -> None:
        self.fo = fo
        self.reader_schema = parse_schema(reader_schema, _write_hint=False) if reader_schema else None
        try:
            self.header = schemaless_reader(fo, header_schema())
        except EOFError:
            raise ValueError("cannot read header - is it an avro file?") from None
        if self.header["magic"] != MAGIC:
            raise ValueError("cannot read header - is it an avro file?")
        self.metadata = {key: value.decode() for key, value in self.header["meta"].items()}
        self.schema = json.loads(self.metadata["avro.schema"])
        self.codec = self.metadata.get("avro.codec", "null")
        # Defaults of a writer's do not matter to somebody who has a schema of their own.
        lenient = self.reader_schema is not None
        self.writer_schema = parse_schema(self.schema, _write_hint=False, _force=True, _ignore_default_error=lenient)
        if self.codec not in BLOCK_READERS:
            raise ValueError(f"Unrecognized codec: {self.codec}")
        self.resolved: Any = None
        self.mismatch: SchemaResolutionError | None = None
        if lenient:
            try:
                self.resolved = resolved(self.writer_schema, self.reader_schema)
            except SchemaResolutionError as error:
                # A file without records is read all the same.
                self.mismatch = error

    def block(self) -> tuple[int, bytes] | None:
        """How many records the next block has, and its unpacked bytes; none at the end."""
        count = read_long(self.fo)
        if count is None:
            return None
        if self.mismatch is not None:
            raise self.mismatch
        if count < 0:
            raise ValueError(f"a block of {count} records")
        length = read_long(self.fo)
        if length is None:
            raise EOFError("the file ends before a block's length")
        block = BLOCK_READERS[self.codec](read_exactly(self.fo, length))
        if self.fo.read(SYNC_SIZE) != self.header["sync"]:
            raise ValueError("expected sync marker not found")
        return count, block


class _Reader(FastavroRecords):
    """What `reader` and `block_reader` have in common."""

    _source: _Source
    metadata: dict[str, str]
    codec: str
    writer_schema: Any
    reader_schema: Any

    def __init__(
        self,
        fo: Any,
        reader_schema: Schema | None = None,
        return_record_name: bool = False,
        return_record_name_override: bool = False,
        handle_unicode_errors: str = "strict",
        return_named_type: bool = False,
        return_named_type_override: bool = False,
    ) -> None:
        self._names = _Names(
            return_record_name,
            return_record_name_override,
            handle_unicode_errors,
            return_named_type,
            return_named_type_override,
        )
        self._open(fo, reader_schema)

    def _open(self, fo: IO[bytes], reader_schema: Schema | None) -> None:
        self._source = _Source(fo, reader_schema)
        self._header = self._source.header
        self.metadata, self.codec = self._source.metadata, self._source.codec
        self.writer_schema, self.reader_schema = self._source.writer_schema, self._source.reader_schema

    @property
    def _schema(self) -> Any:
        return self._source.schema

    @property
    def schema(self) -> Any:
        """The schema as it stands in the file."""
        warnings.warn(
            "The 'schema' attribute is deprecated. Please use 'writer_schema'", DeprecationWarning, stacklevel=2
        )
        return self._source.schema


class reader(_Reader):
    """The records of a file, one by one.

    ``fo``: a binary file, or an `AvroJSONDecoder`. ``reader_schema``: the schema by which they are read. With
    ``return_record_name`` records in unions are pairs of their type's name and themselves, with ``return_named_type``
    values of all named types; not in unions of which only one branch has a name with the ``…_override`` of each.
    ``handle_unicode_errors``: as `str.decode` takes it. Attributes: ``metadata``, ``codec``, ``writer_schema``,
    ``reader_schema``. Raises `ValueError`, `EOFError` and `SchemaResolutionError`.
    """

    def _open(self, fo: Any, reader_schema: Schema | None) -> None:
        if isinstance(fo, AvroJSONDecoder):
            self._read_json(fo, reader_schema)
            return
        super()._open(fo, reader_schema)
        self._names.set(self, self.writer_schema, self._source.resolved)

    def _read_json(self, decoder: AvroJSONDecoder, schema: Any) -> None:
        self.metadata, self.codec = {}, "null"
        self.writer_schema, self.reader_schema = parse_schema(schema), None
        self._blocks = decoder.blocks(self.writer_schema)
        self._names.set(self, self.writer_schema, None, of_json=True)

    def _next_block(self) -> bool:
        found = next(self._blocks, None) if hasattr(self, "_blocks") else self._source.block()
        if found is None:
            return False
        count, block = found
        self._begin(block, count)
        return True


class Block(FastavroRecords):
    """A block of a file: its records are read when they are asked for.

    Attributes: ``num_records``, ``bytes_`` (unpacked), ``codec``, ``writer_schema``, ``reader_schema``, ``offset`` and
    ``size`` in the file.
    """

    def __init__(self, source: _Source, names: _Names, count: int, block: bytes, offset: int, size: int) -> None:
        self.bytes_ = BytesIO(block)
        self.num_records, self.offset, self.size = count, offset, size
        self.codec, self.writer_schema, self.reader_schema = source.codec, source.writer_schema, source.reader_schema
        names.set(self, source.writer_schema, source.resolved)
        self._begin(block, count)

    def _next_block(self) -> bool:
        return False

    def __str__(self) -> str:
        where = f"position {self.offset}+{self.size}"
        length = len(self.bytes_.getvalue())
        return f"Avro block: {length} bytes, {self.num_records} records, codec: {self.codec}, {where}"


class block_reader(_Reader):
    """The blocks of a file, as `Block`, one by one; with the options of `reader`."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Block:
        fo = self._source.fo
        offset = fo.tell()
        found = self._source.block()
        if found is None:
            raise StopIteration
        count, block = found
        return Block(self._source, self._names, count, block, offset, fo.tell() - offset)


iter_avro = reader


def is_avro(path_or_buffer: str | IO[bytes]) -> bool:
    """Whether a file, given open or by its path, begins as container files do."""
    if isinstance(path_or_buffer, str):
        with Path(path_or_buffer).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    return path_or_buffer.read(len(MAGIC)) == MAGIC
