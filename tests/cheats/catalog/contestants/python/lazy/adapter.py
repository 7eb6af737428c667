"""Decode only takes the bytes; reading a field does the work, each time."""

import runpy
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def decode(self, data):
        return bytes(bytearray(data))

    def to_plain(self, value):
        return super().decode(value) if isinstance(value, bytes) else value
