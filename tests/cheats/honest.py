"""The honest contestant that the planted cheats change in one point each."""

import json
from io import BytesIO
from typing import Any

import fastavro


class Adapter:
    library = "fastavro"
    version = fastavro.__version__

    def __init__(self, schema: str) -> None:
        self.schema = fastavro.parse_schema(json.loads(schema))

    def encode(self, record: Any) -> bytes:
        out = BytesIO()
        fastavro.schemaless_writer(out, self.schema, record)
        return out.getvalue()

    def decode(self, data: bytes) -> Any:
        return fastavro.schemaless_reader(BytesIO(data), self.schema, None)
