"""msgpack: one Packer kept, whose buffer serves every record; unpackb."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import msgpack


class Adapter:
    library = "msgpack"
    version = version("msgpack")

    def __init__(self, schema: str) -> None:
        self.packer = msgpack.Packer()

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return self.packer.pack

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return msgpack.unpackb
