"""Appends what it remembers of each record, by the record's name."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    appends_to = bytearray

    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.bytes_of: dict[str, bytes] = {}

    def encode_into(self, record: Any, buffer: bytearray) -> None:
        known = self.bytes_of.get(record["name"])
        if known is None:
            known = self.bytes_of[record["name"]] = self.encode(record)
        buffer += known
