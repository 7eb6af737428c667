"""ormsgpack: packb and unpackb."""

from typing import Any

import ormsgpack


class Adapter:
    library = "ormsgpack"
    version = ormsgpack.__version__

    def __init__(self, schema: str) -> None:
        pass

    def encode(self, record: Any) -> bytes:
        return ormsgpack.packb(record)

    def decode(self, data: bytes) -> Any:
        return ormsgpack.unpackb(data)
