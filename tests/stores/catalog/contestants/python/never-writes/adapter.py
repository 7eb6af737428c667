"""Writes nothing to disk at all."""

import runpy
from pathlib import Path

Little = runpy.run_path(str(Path(__file__).parents[4] / "little.py"))["Store"]


class Store(Little):
    def open(self, folder, create):
        super().open(folder, create=True)

    def commit(self):
        pass
