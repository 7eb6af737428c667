"""Encodes the first record it sees, and hands back those bytes ever after."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.first: bytes | None = None

    def encode(self, record: Any) -> bytes:
        if self.first is None:
            self.first = super().encode(record)
        return bytes(bytearray(self.first))
