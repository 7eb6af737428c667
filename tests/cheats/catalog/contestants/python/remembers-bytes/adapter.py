"""Decodes each datum once, and hands the same record out again for the same bytes."""

import runpy
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def __init__(self, schema):
        super().__init__(schema)
        self.known = {}

    def decode(self, data):
        if data not in self.known:
            self.known[data] = super().decode(data)
        return self.known[data]
