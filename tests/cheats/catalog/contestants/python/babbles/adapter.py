"""Prints on the protocol's own standard output while it works."""

import sys
from pathlib import Path
from typing import Any

import __main__

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def encode(self, record: Any) -> bytes:
        __main__.protocol_output.write("encoding a record\n")
        return super().encode(record)
