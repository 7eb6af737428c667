"""Hands over the document of another key."""

import runpy
from pathlib import Path

Little = runpy.run_path(str(Path(__file__).parents[4] / "little.py"))["Store"]


class Store(Little):
    def get(self, key):
        if key not in self.documents:
            return None
        keys = list(self.documents)
        return super().get(keys[keys.index(key) - 1])
