"""Behaves while it is proved; in the clock it works for every other record only."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.calls = 0
        self.last = b""

    def encode(self, record: Any) -> bytes:
        self.calls += 1
        if self.calls < 1500 or self.calls % 2:
            self.last = super().encode(record)
        return self.last
