"""Ends its process in the middle of the work."""

import os
import runpy
import sys
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def __init__(self, schema):
        super().__init__(schema)
        self.calls = 0

    def encode(self, record):
        self.calls += 1
        if self.calls == 1500:
            print("out of ideas", file=sys.stderr)
            os.kill(os.getpid(), 9)
        return super().encode(record)
