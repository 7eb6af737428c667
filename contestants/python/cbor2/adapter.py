"""cbor2: dumps and loads."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import cbor2


class Adapter:
    library = "cbor2"
    version = version("cbor2")

    def __init__(self, schema: str) -> None:
        pass

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return cbor2.dumps

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return cbor2.loads
