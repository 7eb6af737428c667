"""Appends what it remembers of each record, by its identity."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    appends_to = bytearray

    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.bytes_of: dict[int, bytes] = {}

    def encode_into(self, record: Any, buffer: bytearray) -> None:
        if id(record) not in self.bytes_of:
            self.bytes_of[id(record)] = self.encode(record)
        buffer += self.bytes_of[id(record)]
