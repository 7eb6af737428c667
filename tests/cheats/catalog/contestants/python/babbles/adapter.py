"""Prints on the protocol's own standard output while it works."""

import runpy
from pathlib import Path

import __main__

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def encode(self, record):
        __main__.protocol_output.write("encoding a record\n")
        return super().encode(record)
