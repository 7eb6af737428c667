"""Python's json: one encoder kept, compact, a hook for bytes; one decoder, then bytes put back by the schema."""

import json
from collections.abc import Callable
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
        # json.loads finds out at each call in which encoding the bytes are.
        self.value = json.JSONDecoder().decode

    def resolved(self, schema: Schema) -> None:
        self.mark, self.restore = marker(schema), restorer(schema)

    @property
    def encode(self) -> Callable[[Any], bytes]:
        text, mark = self.text, self.mark
        return (lambda record: text(record).encode()) if mark is None else lambda record: text(mark(record)).encode()

    @property
    def decode(self) -> Callable[[bytes], Any]:
        value, restore = self.value, self.restore
        return (lambda data: value(data.decode())) if restore is None else lambda data: restore(value(data.decode()))
