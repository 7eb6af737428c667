"""Ingot's Schema, made once."""

from typing import Any

import ingot


class Adapter:
    library = "ingot"
    version = ingot.__version__

    def __init__(self, schema: str) -> None:
        self.schema = ingot.Schema(schema)

    def encode(self, record: Any) -> bytes:
        return self.schema.encode(record)

    def decode(self, data: bytes) -> Any:
        return self.schema.decode(data)
