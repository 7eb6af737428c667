"""Hands back the value of the record before."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.before: Any = None

    def decode(self, data: bytes) -> Any:
        before, self.before = self.before, super().decode(data)
        return before or super().decode(data)
