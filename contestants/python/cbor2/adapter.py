"""cbor2: dumps and loads."""

from importlib.metadata import version
from typing import Any

import cbor2


class Adapter:
    library = "cbor2"
    version = version("cbor2")

    def __init__(self, schema: str) -> None:
        pass

    def encode(self, record: Any) -> bytes:
        return cbor2.dumps(record)

    def decode(self, data: bytes) -> Any:
        return cbor2.loads(data)
