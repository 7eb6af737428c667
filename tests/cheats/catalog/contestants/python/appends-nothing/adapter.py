"""Appends each record while it is proved; in the clock it leaves the buffer as it is."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    appends_to = bytearray

    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.calls = 0

    def encode_into(self, record: Any, buffer: bytearray) -> None:
        self.calls += 1
        if self.calls < 1500:
            buffer += self.encode(record)
