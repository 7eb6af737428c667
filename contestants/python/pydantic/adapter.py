"""pydantic: JSON to and from generated models, by the validator and the serializer of one TypeAdapter."""

from typing import Any

import pydantic
import records

from assay_kit import Schema
from assay_kit.json_bytes import marker
from assay_kit.typed import Typed


class Adapter(Typed):
    library = "pydantic"
    version = pydantic.VERSION
    named = records.NAMED

    def __init__(self, schema: str) -> None:
        adapter = pydantic.TypeAdapter(records.Root)
        self.to_json = adapter.serializer.to_json
        self.validate_json = adapter.validator.validate_json

    def resolved(self, schema: Schema) -> None:
        if marker(schema) is not None:
            raise NotImplementedError("a union of bytes and text has no type of pydantic's")
        super().resolved(schema)

    def maker(self, made: Any) -> Any:
        """Values that are known to fit, which its own validation would take for JSON's."""
        if not issubclass(made, pydantic.BaseModel):
            return made
        return lambda *values: made.model_construct(**dict(zip(made.__match_args__, values, strict=True)))

    def encode(self, record: Any) -> bytes:
        made: bytes = self.to_json(record)
        return made

    def decode(self, data: bytes) -> Any:
        return self.validate_json(data)
