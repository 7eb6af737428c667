"""Decodes each input object once, and remembers the record by that object's identity."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.known: dict[int, tuple[bytes, Any]] = {}

    def decode(self, data: bytes) -> Any:
        if id(data) not in self.known:
            # With the input, so that no other one gets its identity.
            self.known[id(data)] = data, super().decode(data)
        return dict(self.known[id(data)][1])
