"""Appends each record, and writes over the front of what the caller has in the buffer."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    appends_to = bytearray

    def encode_into(self, record: Any, buffer: bytearray) -> None:
        made = self.encode(record)
        buffer[: len(made)] = made
        buffer += made
