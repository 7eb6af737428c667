"""Encodes each record object once, and remembers its bytes by the object's identity."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.known: dict[int, bytes] = {}

    def encode(self, record: Any) -> bytes:
        if id(record) not in self.known:
            self.known[id(record)] = super().encode(record)
        return bytes(bytearray(self.known[id(record)]))
