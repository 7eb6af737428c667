"""Refuses the number 13."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[5]))
from conform.right import Adapter as Right


class Adapter(Right):
    def decode(self, data: bytes) -> int:
        value = super().decode(data)
        if value == 13:
            raise ValueError("an unlucky number")
        return value
