"""Goes on computing, in a process of its own, while others have their turn."""

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


def work_on() -> None:
    """Until the process that started it is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        pass
    os._exit(0)


class Adapter(Honest):
    def __init__(self, schema: str) -> None:
        super().__init__(schema)
        if os.fork() == 0:
            work_on()
