"""Decodes each datum once, and hands the same record out again for the same bytes."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.known: dict[bytes, Any] = {}

    def decode(self, data: bytes) -> Any:
        if data not in self.known:
            self.known[data] = super().decode(data)
        return self.known[data]
