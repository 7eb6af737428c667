"""fastavro's schemaless reader and writer, with the schema parsed once, as its documentation advises."""

import json
from io import BytesIO
from typing import Any

import fastavro
from fastavro import parse_schema, schemaless_reader, schemaless_writer


class Adapter:
    library = "fastavro"
    version = fastavro.__version__

    def __init__(self, schema: str) -> None:
        self.schema = parse_schema(json.loads(schema))

    def encode(self, record: Any) -> bytes:
        out = BytesIO()
        schemaless_writer(out, self.schema, record)
        return out.getvalue()

    def decode(self, data: bytes) -> Any:
        return schemaless_reader(BytesIO(data), self.schema, None)
