"""Never comes back from its first decode."""

import runpy
import threading
from pathlib import Path

Honest = runpy.run_path(str(Path(__file__).parents[4] / "honest.py"))["Adapter"]


class Adapter(Honest):
    def decode(self, data):
        threading.Event().wait()
