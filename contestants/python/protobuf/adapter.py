"""Google's protobuf on message objects: SerializeToString and FromString."""

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
        return record.SerializeToString()

    def decode(self, data: bytes) -> Any:
        return self.message.FromString(data)

    def from_plain(self, plain: Any) -> Any:
        return self.message(**records.fields(plain))

    def to_plain(self, record: Any) -> Any:
        return records.plain(record)

    def assign(self, old: Any, new: Any) -> Any:
        old.CopyFrom(new)
        return old
