"""Python's json: one encoder kept, compact and UTF-8, a hook for bytes; loads, then bytes put back by the schema."""

import json
from typing import Any

from assay_kit import Schema
from assay_kit.json_bytes import base64_text, marker, restorer


class Adapter:
    library = "json"
    version: str = vars(json)["__version__"]

    def __init__(self, schema: str) -> None:
        # json.dumps makes an encoder like this one at every call that has options.
        encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=base64_text)
        self.text = encoder.encode

    def resolved(self, schema: Schema) -> None:
        self.mark = marker(schema)
        self.restore = restorer(schema)

    def encode(self, record: Any) -> bytes:
        return self.text(record if self.mark is None else self.mark(record)).encode()

    def decode(self, data: bytes) -> Any:
        record = json.loads(data)
        return record if self.restore is None else self.restore(record)
