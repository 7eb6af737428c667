"""Files and messages are written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import IO, Any

from ingot import _ingot
from ingot._ingot import fastavro_schemaless_writer as schemaless_writer
from ingot.fastavro._codecs import BLOCK_WRITERS
from ingot.fastavro._container import MAGIC, SYNC_SIZE, header_schema, long_bytes
from ingot.fastavro._logical import LOGICAL_WRITERS
from ingot.fastavro._parsed import compiled
from ingot.fastavro.io.json_encoder import AvroJSONEncoder
from ingot.fastavro.json_write import json_writer
from ingot.fastavro.read import Block, reader
from ingot.fastavro.schema import parse_schema
from ingot.fastavro.types import Schema
from ingot.fastavro.validation import validate

__all__ = ["BLOCK_WRITERS", "LOGICAL_WRITERS", "Writer", "json_writer", "schemaless_writer", "writer"]


def _is_appendable(fo: Any) -> bool:
    """Whether there are records to append to. Raises `ValueError` if there are bytes that cannot be read."""
    if not fo.seekable() or fo.tell() == 0 or getattr(fo, "name", "") == "<stdout>":
        return False
    if not fo.readable():
        raise ValueError("When appending to an avro file you must use the 'a+' mode, not just 'a'")
    return True


def _unmarked(schema: Any) -> Any:
    """A schema without what `parse_schema` has added for itself."""
    if isinstance(schema, list):
        return [_unmarked(branch) for branch in schema]
    if isinstance(schema, dict):
        marks = "__fastavro_parsed", "__named_schemas"
        return {key: value for key, value in schema.items() if key not in marks}
    return schema


def _given(schema: Schema | None) -> Schema:
    if schema is None:
        raise ValueError("a schema is needed, unless records are appended to a file")
    return schema


class Writer:
    """Writes records to a file, block by block; `flush` ends the last one. Its arguments are those of `writer`."""

    def __init__(
        self,
        fo: IO[bytes],
        schema: Schema | None,
        codec: str = "null",
        sync_interval: int = 1000 * SYNC_SIZE,
        metadata: dict[str, str] | None = None,
        validator: bool = False,
        sync_marker: bytes = b"",
        compression_level: int | None = None,
        options: dict[str, bool] | None = None,
    ) -> None:
        self._fo, self.sync_interval, self.compression_level = fo, sync_interval, compression_level
        self.options, self.validates = options or {}, validator
        self.metadata = {} if metadata is None else metadata
        self.metadata["avro.codec"], self.metadata["avro.schema"] = codec, json.dumps(_unmarked(schema))
        if _is_appendable(fo):
            fo.seek(0)
            before = reader(fo)
            self.schema, codec, self.sync_marker = before.writer_schema, before.codec, before._header["sync"]
            fo.seek(0, 2)
        else:
            self.schema = parse_schema(_given(schema))
            self.sync_marker = sync_marker or os.urandom(SYNC_SIZE)
            if codec not in BLOCK_WRITERS:
                raise ValueError(f"unrecognized codec: {codec}")
            meta = {key: value.encode() for key, value in self.metadata.items()}
            schemaless_writer(fo, header_schema(), {"magic": MAGIC, "meta": meta, "sync": self.sync_marker})
        self._pack = BLOCK_WRITERS[codec]
        strict, allow = bool(self.options.get("strict")), bool(self.options.get("strict_allow_default"))
        no_tuples = bool(self.options.get("disable_tuple_notation"))
        self._block = _ingot.FastavroBlock(compiled(self.schema), strict, allow, no_tuples)

    @property
    def block_count(self) -> int:
        """How many records wait to be written."""
        return self._block.count

    def _put(self, count: int, block: bytes) -> None:
        packed = self._pack(block, self.compression_level)
        self._fo.write(long_bytes(count) + long_bytes(len(packed)))
        self._fo.write(packed)
        self._fo.write(self.sync_marker)

    def dump(self) -> None:
        """Writes the records that wait as a block."""
        block, count = self._block.taken()
        self._put(count, block)

    def write(self, record: Any) -> None:
        """Adds a record. Raises `ValueError` or `TypeError` if it is no value of the schema."""
        self.write_all((record,))

    def write_all(self, records: Iterable[Any]) -> None:
        """Adds records, in as few steps as there are blocks."""
        left = iter(self._checked(records) if self.validates else records)
        while not self._block.fill(left, self.sync_interval):
            self.dump()

    def _checked(self, records: Iterable[Any]) -> Iterator[Any]:
        strict, no_tuples = self.options.get("strict", False), self.options.get("disable_tuple_notation", False)
        for record in records:
            validate(record, self.schema, "", True, strict, no_tuples)
            yield record

    def write_block(self, block: Block) -> None:
        """Writes a block of another file with the same schema, packed by this one's codec."""
        if self._block.count:
            self.dump()
        self._put(block.num_records, block.bytes_.getvalue())

    def flush(self) -> None:
        """Writes what waits, and flushes the file."""
        if self._block.count:
            self.dump()
        self._fo.flush()


def writer(
    fo: Any,
    schema: Schema | None,
    records: Iterable[Any],
    codec: str = "null",
    sync_interval: int = 1000 * SYNC_SIZE,
    metadata: dict[str, str] | None = None,
    validator: bool = False,
    sync_marker: bytes = b"",
    codec_compression_level: int | None = None,
    *,
    strict: bool = False,
    strict_allow_default: bool = False,
    disable_tuple_notation: bool = False,
) -> None:
    """Writes records to a container file, or appends them to one that is open to be read, too (``a+b``).

    ``schema``: nothing if records are appended. ``sync_interval``: a block is written when its records have so many
    bytes. ``metadata``: more for the header. ``validator``: records are validated first. ``strict``: records have
    exactly the schema's fields; with ``strict_allow_default`` those with a default may be missing.
    ``disable_tuple_notation``: pairs do not say the branch of a union. Raises `ValueError` or `TypeError`.
    """
    if isinstance(records, dict):
        raise ValueError('"records" argument should be an iterable, not dict')
    options = {
        "strict": strict,
        "strict_allow_default": strict_allow_default,
        "disable_tuple_notation": disable_tuple_notation,
    }
    if isinstance(fo, AvroJSONEncoder):
        parsed = parse_schema(_given(schema))
        block = _ingot.FastavroBlock(compiled(parsed), strict, strict_allow_default, disable_tuple_notation)
        for record in records:
            if validator:
                validate(record, parsed, "", True, strict, disable_tuple_notation)
            block.fill((record,), 0)
            fo.add(parsed, block.taken()[0])
        fo.flush()
        return
    output = Writer(
        fo, schema, codec, sync_interval, metadata, validator, sync_marker, codec_compression_level, options
    )
    output.write_all(records)
    output.flush()
