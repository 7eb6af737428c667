"""Keeps taking memory until somebody ends it."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def decode(self, data: bytes) -> Any:
        hoard = []
        while True:
            hoard.append(bytearray(b"x" * (16 << 20)))
