"""Keeps everything in memory, claims D1, and writes its file only when it is closed."""

import runpy
from pathlib import Path

Little = runpy.run_path(str(Path(__file__).parents[4] / "little.py"))["Store"]


class Store(Little):
    def commit(self):
        pass

    def close(self):
        super().commit()
        super().close()
