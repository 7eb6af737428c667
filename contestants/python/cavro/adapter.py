"""cavro: one Schema, whose records are dicts."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import cavro

OPTIONS = cavro.DEFAULT_OPTIONS.replace(
    record_decodes_to_dict=True,
    # A record is told from others, and from maps, by its fields.
    record_allow_extra_fields=False,
    record_encode_use_defaults=False,
    logical_types=(),
)


class Adapter:
    library = "cavro"
    version = version("cavro")

    def __init__(self, schema: str) -> None:
        self.schema = cavro.Schema(schema, OPTIONS)

    @property
    def encode(self) -> Callable[[Any], bytes]:
        encode: Callable[[Any], bytes] = self.schema.binary_encode
        return encode

    @property
    def decode(self) -> Callable[[bytes], Any]:
        decode: Callable[[bytes], Any] = self.schema.binary_decode
        return decode

    def canonical(self) -> str:
        return str(self.schema.canonical_form)

    def resolve(self, writer: str, data: bytes) -> Any:
        return self.schema.reader_for_writer(cavro.Schema(writer, OPTIONS)).binary_decode(data)

    def from_json(self, text: str) -> Any:
        return self.schema.json_decode(text)

    def to_json(self, record: Any) -> str:
        return str(self.schema.json_encode(record))
