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

    def canonical(self) -> str:
        return self.schema.canonical_form()

    def resolve(self, writer: str, data: bytes) -> Any:
        return ingot.Schema(writer).decode(data, reader=self.schema)

    def single_object(self, data: bytes) -> Any:
        return self.schema.decode_single_object(data)

    def registry(self, number: int, data: bytes) -> Any:
        return self.schema.decode_registry(number, data)
