"""pydantic: JSON to and from generated models, by the validator and the serializer of one TypeAdapter."""

from collections.abc import Callable
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
        self.adapter = pydantic.TypeAdapter(records.Root)

    def resolved(self, schema: Schema) -> None:
        if marker(schema) is not None:
            raise NotImplementedError("a union of bytes and text has no type of pydantic's")
        super().resolved(schema)

    def maker(self, made: Any) -> Any:
        """Values that are known to fit, which its own validation would take for JSON's."""
        if not issubclass(made, pydantic.BaseModel):
            return made
        return lambda *values: made.model_construct(**dict(zip(made.__match_args__, values, strict=True)))

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return self.adapter.serializer.to_json

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return self.adapter.validator.validate_json
