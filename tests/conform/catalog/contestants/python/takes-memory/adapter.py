"""Takes 200 MiB for the number 13, and gives them back."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[5]))
from conform.right import Adapter as Right


class Adapter(Right):
    def decode(self, data: bytes) -> int:
        value = super().decode(data)
        if value == 13:
            _ = b"x" * (200 << 20)
        return value
