"""fastavro's schemaless reader and writer, and those of its containers, with the schema parsed once, as it advises."""

import json
from collections.abc import Iterable
from io import BytesIO
from typing import Any

import fastavro
from fastavro import parse_schema, reader, schemaless_reader, schemaless_writer, writer
from fastavro.schema import to_parsing_canonical_form


class Adapter:
    library = "fastavro"
    appends_to = BytesIO
    version = fastavro.__version__

    def __init__(self, schema: str) -> None:
        self.schema = parse_schema(json.loads(schema))

    def configure(self, settings: dict[str, Any]) -> None:
        self.container = {
            "codec": settings["compression"],
            "codec_compression_level": settings["level"],
            "sync_interval": settings["block_bytes"],
        }

    def encode(self, record: Any) -> bytes:
        out = BytesIO()
        schemaless_writer(out, self.schema, record)
        return out.getvalue()

    def encode_into(self, record: Any, out: BytesIO) -> None:
        schemaless_writer(out, self.schema, record)

    def decode(self, data: bytes) -> Any:
        return schemaless_reader(BytesIO(data), self.schema, None)

    def write(self, records: list[Any]) -> bytes:
        out = BytesIO()
        writer(out, self.schema, records, **self.container)
        return out.getvalue()

    def read(self, data: bytes) -> Iterable[Any]:
        return reader(BytesIO(data))

    def canonical(self) -> str:
        return to_parsing_canonical_form(self.schema)

    def resolve(self, writer: str, data: bytes) -> Any:
        return schemaless_reader(BytesIO(data), parse_schema(json.loads(writer)), self.schema)
