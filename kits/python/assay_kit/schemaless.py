"""The adapter of libraries with fastavro's functions: records without headers, containers, a schema parsed once."""

import json
from collections.abc import Iterable
from io import BytesIO
from types import ModuleType
from typing import Any


def adapter(functions: ModuleType, library: str, version: str) -> type[Any]:
    """The class of adapters over a module with these functions, which are looked up here and not at each call."""
    parse_schema, reader, writer = functions.parse_schema, functions.reader, functions.writer
    schemaless_reader, schemaless_writer = functions.schemaless_reader, functions.schemaless_writer
    names = (library, version)

    class Adapter:
        appends_to = BytesIO
        library, version = names

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
            records: Iterable[Any] = reader(BytesIO(data))
            return records

        def canonical(self) -> str:
            return str(functions.schema.to_parsing_canonical_form(self.schema))

        def resolve(self, writer: str, data: bytes) -> Any:
            return schemaless_reader(BytesIO(data), parse_schema(json.loads(writer)), self.schema)

    return Adapter
