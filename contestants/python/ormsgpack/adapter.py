"""ormsgpack: packb and unpackb."""

from collections.abc import Callable
from typing import Any

import ormsgpack


class Adapter:
    library = "ormsgpack"
    version = ormsgpack.__version__

    def __init__(self, schema: str) -> None:
        pass

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return ormsgpack.packb

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return ormsgpack.unpackb
