"""Reads by another schema, too."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[5]))
from conform.right import Adapter as Right


class Adapter(Right):
    def resolve(self, writer: str, data: bytes) -> int:
        return self.decode(data)
