"""Remembers what it encoded by the record's name, and what it decoded by the bytes, and hands out copies."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.bytes_of: dict[str, bytes] = {}
        self.record_of: dict[bytes, Any] = {}

    def encode(self, record: Any) -> bytes:
        known = self.bytes_of.get(record["name"])
        if known is None:
            known = self.bytes_of[record["name"]] = super().encode(record)
        return bytes(memoryview(known))

    def decode(self, data: bytes) -> Any:
        known = self.record_of.get(data)
        if known is None:
            known = self.record_of[data] = super().decode(data)
        return dict(known)
