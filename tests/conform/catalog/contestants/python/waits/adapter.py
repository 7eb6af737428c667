"""Waits for ever for the number 13, without computing."""

import sys
import threading
from pathlib import Path

sys.path.append(str(Path(__file__).parents[5]))
from conform.right import Adapter as Right


class Adapter(Right):
    def decode(self, data: bytes) -> int:
        value = super().decode(data)
        if value == 13:
            threading.Event().wait()
        return value
