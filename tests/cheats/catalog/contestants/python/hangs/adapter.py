"""Never comes back from its first decode."""

import sys
import threading
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def decode(self, data: bytes) -> Any:
        threading.Event().wait()
