"""Ingot's Schema, made once, and its container files."""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

import ingot


class Adapter:
    library = "ingot"
    version = ingot.__version__

    def __init__(self, schema: str) -> None:
        # The protocol's values are those that carry logical types.
        self.schema = ingot.Schema(schema, logical=False)

    def configure(self, settings: dict[str, Any]) -> None:
        self.container = {
            "codec": settings["compression"],
            "level": settings["level"],
            "block_bytes": settings["block_bytes"],
        }

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return self.schema.encode

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return self.schema.decode

    def write(self, records: list[Any]) -> bytes:
        out = BytesIO()
        ingot.write(out, self.schema, records, **self.container)
        return out.getvalue()

    def read(self, data: bytes) -> Iterable[Any]:
        return ingot.open(data, logical=False)

    def canonical(self) -> str:
        return self.schema.canonical_form()

    def resolve(self, writer: str, data: bytes) -> Any:
        return ingot.Schema(writer).decode(data, reader=self.schema)

    def single_object(self, data: bytes) -> Any:
        return self.schema.decode_single_object(data)

    def registry(self, number: int, data: bytes) -> Any:
        return self.schema.decode_registry(number, data)
