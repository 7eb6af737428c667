"""cavro: one Schema, whose records are dicts; told from others by their fields where a union has several of them."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import cavro

from assay_kit import Schema
from assay_kit.dicts import may_be_mistaken

OPTIONS = cavro.DEFAULT_OPTIONS.replace(record_decodes_to_dict=True, logical_types=())
# By default a dict with other fields is a record, too; all fields of a dict are looked at for these.
STRICT = OPTIONS.replace(record_allow_extra_fields=False, record_encode_use_defaults=False)


class Adapter:
    library = "cavro"
    version = version("cavro")

    def __init__(self, schema: str) -> None:
        self.text = schema

    def resolved(self, schema: Schema) -> None:
        self.options = STRICT if may_be_mistaken(schema) else OPTIONS
        self.schema = cavro.Schema(self.text, self.options)

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
        return self.schema.reader_for_writer(cavro.Schema(writer, self.options)).binary_decode(data)

    def from_json(self, text: str) -> Any:
        return self.schema.json_decode(text)

    def to_json(self, record: Any) -> str:
        return str(self.schema.json_encode(record))
