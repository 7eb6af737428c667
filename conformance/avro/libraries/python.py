"""fastavro and avro, the two that Python has."""

from __future__ import annotations

import io
import json
from typing import Any

import avro.datafile
import avro.errors
import avro.io
import avro.schema
import fastavro
import fastavro.schema


class Fastavro:
    name = "fastavro"

    def parse(self, schema: str) -> Any:
        return fastavro.parse_schema(json.loads(schema), _write_hint=False)

    def canonical(self, schema: str) -> str:
        self.parse(schema)
        return str(fastavro.schema.to_parsing_canonical_form(json.loads(schema)))

    def encode(self, schema: str, value: Any) -> bytes:
        out = io.BytesIO()
        fastavro.schemaless_writer(out, self.parse(schema), value)
        return out.getvalue()

    def decode(self, schema: str, content: bytes, reader: str | None = None) -> tuple[Any, int]:
        source = io.BytesIO(content)
        wants = None if reader is None else self.parse(reader)
        return fastavro.schemaless_reader(source, self.parse(schema), wants), source.tell()

    def records(self, container: bytes) -> list[Any]:
        return list(fastavro.reader(io.BytesIO(container)))


class Avro:
    name = "avro"

    def parse(self, schema: str) -> Any:
        return avro.schema.parse(schema)

    def canonical(self, schema: str) -> str:
        return str(self.parse(schema).canonical_form)

    def encode(self, schema: str, value: Any) -> bytes:
        out = io.BytesIO()
        avro.io.DatumWriter(self.parse(schema)).write(value, avro.io.BinaryEncoder(out))
        return out.getvalue()

    def decode(self, schema: str, content: bytes, reader: str | None = None) -> tuple[Any, int]:
        source = io.BytesIO(content)
        wants = None if reader is None else self.parse(reader)
        value = avro.io.DatumReader(self.parse(schema), wants).read(avro.io.BinaryDecoder(source))
        return value, source.tell()

    def records(self, container: bytes) -> list[Any]:
        with avro.datafile.DataFileReader(io.BytesIO(container), avro.io.DatumReader()) as reader:
            return list(reader)


LIBRARIES = (Fastavro(), Avro())
