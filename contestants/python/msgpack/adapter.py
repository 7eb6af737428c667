"""msgpack: one Packer kept, whose buffer serves every record; unpackb."""

from importlib.metadata import version
from typing import Any

import msgpack


class Adapter:
    library = "msgpack"
    version = version("msgpack")

    def __init__(self, schema: str) -> None:
        self.packer = msgpack.Packer()

    def encode(self, record: Any) -> bytes:
        return self.packer.pack(record)

    def decode(self, data: bytes) -> Any:
        return msgpack.unpackb(data)
