"""Fory in its mode for Python only, for readers whose classes are of another version: the library's default."""

from collections.abc import Callable
from typing import Any

import pyfory
import records

from assay_kit.typed import Typed


class Adapter(Typed):
    library = "pyfory"
    version = pyfory.__version__
    named = records.NAMED

    def __init__(self, schema: str) -> None:
        self.fory = pyfory.Fory(xlang=False, ref=False, strict=True, compatible=True)
        for number, cls in enumerate(records.NAMED.values(), 100):
            self.fory.register(cls, type_id=number)

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return self.fory.serialize

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return self.fory.deserialize
