"""Google's protobuf on message objects: SerializeToString and FromString."""

from collections.abc import Callable
from typing import Any

import google.protobuf
import records

from assay_kit.messages import message_class


class Adapter:
    library = "protobuf"
    version = google.protobuf.__version__

    def __init__(self, schema: str) -> None:
        self.message = message_class()

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return self.message.SerializeToString

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return self.message.FromString

    def from_plain(self, plain: Any) -> Any:
        return self.message(**records.fields(plain))

    def to_plain(self, record: Any) -> Any:
        return records.plain(record)

    def assign(self, old: Any, new: Any) -> Any:
        old.CopyFrom(new)
        return old
