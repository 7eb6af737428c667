"""Decode only takes the bytes; reading a field does the work, each time."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def decode(self, data: bytes) -> Any:
        return bytes(bytearray(data))

    def to_plain(self, value: Any) -> Any:
        return super().decode(value) if isinstance(value, bytes) else value
