"""Google's protobuf for dicts: generated functions make a message of one to serialize, and read one that is parsed."""

from typing import Any

import google.protobuf
import records

from assay_kit.messages import message_class


class Adapter:
    library = "protobuf"
    version = google.protobuf.__version__

    def __init__(self, schema: str) -> None:
        self.message = message_class()

    def encode(self, record: Any) -> bytes:
        return self.message(**records.fields(record)).SerializeToString()

    def decode(self, data: bytes) -> Any:
        return records.plain(self.message.FromString(data))
