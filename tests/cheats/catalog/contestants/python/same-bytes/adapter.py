"""Encodes the first record it sees, and hands back those bytes ever after."""

import runpy
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def __init__(self, schema):
        super().__init__(schema)
        self.first = None

    def encode(self, record):
        if self.first is None:
            self.first = super().encode(record)
        return bytes(bytearray(self.first))
