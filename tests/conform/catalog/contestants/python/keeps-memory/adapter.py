"""Keeps 30 MiB of every row: no row takes too much, all together do."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[5]))
from conform.right import Adapter as Right

KEPT: list[bytes] = []


class Adapter(Right):
    def decode(self, data: bytes) -> int:
        KEPT.append(b"x" * (30 << 20))
        return super().decode(data)
