"""Hands back the value of the record before."""

import runpy
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def __init__(self, schema):
        super().__init__(schema)
        self.before = None

    def decode(self, data):
        before, self.before = self.before, super().decode(data)
        return before or super().decode(data)
