"""Ends its process in the middle of the work."""

import os
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        self.calls = 0

    def encode(self, record: Any) -> bytes:
        self.calls += 1
        if self.calls == 1500:
            print("out of ideas", file=sys.stderr)
            os.kill(os.getpid(), 9)
        return super().encode(record)
