"""Fory in its mode for Python only: an instance kept, without references, for readers that have the same classes, as in
the other languages here; dataclasses registered by number."""

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

import pyfory
import records

from assay_kit.typed import Typed


class Adapter(Typed):
    library = "pyfory"
    version = pyfory.__version__
    named = records.NAMED

    def __init__(self, schema: str) -> None:
        self.fory = pyfory.Fory(xlang=False, ref=False, strict=True, compatible=False)
        for number, cls in enumerate(records.NAMED.values(), 100):
            self.fory.register(cls, type_id=number)
        # In this mode 1.7.7 makes the serializer of a class again for each value of it that lies in another record,
        # unless it has been given one: some 1,000 times the time.
        for cls in filter(is_dataclass, records.NAMED.values()):
            self.fory.register_serializer(cls, pyfory.DataClassSerializer(self.fory.type_resolver, cls))

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return self.fory.serialize

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return self.fory.deserialize
