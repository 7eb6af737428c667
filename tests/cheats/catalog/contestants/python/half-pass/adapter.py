"""Behaves while it is proved; in the clock it works for every other record only."""

import runpy
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def __init__(self, schema):
        super().__init__(schema)
        self.calls = 0
        self.last = b""

    def encode(self, record):
        self.calls += 1
        if self.calls < 1500 or self.calls % 2:
            self.last = super().encode(record)
        return self.last
