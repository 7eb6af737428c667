"""Records as lines of JSON are read."""

from __future__ import annotations

from typing import IO, Any

from ingot.fastavro.io.json_decoder import AvroJSONDecoder
from ingot.fastavro.types import Schema


def json_reader(
    fo: IO[str], schema: Schema, reader_schema: Schema | None = None, *, decoder: Any = AvroJSONDecoder
) -> Any:
    """The records of lines of JSON, one by one, as `reader` gives them.

    ``schema``: the one by which they were written. ``reader_schema``: the one by which they are read. ``decoder``: a
    class derived from `AvroJSONDecoder`.
    """
    from ingot.fastavro._parsed import resolved
    from ingot.fastavro.read import reader
    from ingot.fastavro.schema import parse_schema

    records = reader(decoder(fo), schema)
    if reader_schema:
        records.reader_schema = parse_schema(reader_schema)
        by = resolved(records.writer_schema, records.reader_schema)
        records._names.set(records, records.writer_schema, by, of_json=True)
    return records
