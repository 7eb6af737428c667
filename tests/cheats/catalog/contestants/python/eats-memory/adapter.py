"""Keeps taking memory until somebody ends it."""

import runpy
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def decode(self, data):
        hoard = []
        while True:
            hoard.append(bytearray(b"x" * (16 << 20)))
