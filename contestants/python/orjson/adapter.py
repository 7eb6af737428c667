"""orjson: dumps with a hook for bytes; loads, then bytes put back by the schema."""

from typing import Any

import orjson

from assay_kit import Schema
from assay_kit.json_bytes import base64_text, marker, restorer


class Adapter:
    library = "orjson"
    version = orjson.__version__

    def __init__(self, schema: str) -> None:
        pass

    def resolved(self, schema: Schema) -> None:
        self.mark = marker(schema)
        self.restore = restorer(schema)

    def encode(self, record: Any) -> bytes:
        return orjson.dumps(record if self.mark is None else self.mark(record), default=base64_text)

    def decode(self, data: bytes) -> Any:
        record = orjson.loads(data)
        return record if self.restore is None else self.restore(record)
