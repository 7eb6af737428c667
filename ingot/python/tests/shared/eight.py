"""Eight threads that do the same work, with the interpreter handed on as often as can be."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable


def at_once(work: Callable[[int], None]) -> None:
    """Call ``work`` with its number in each of eight threads, which begin together; raises what it raised first."""
    faults: list[BaseException] = []
    gate = threading.Barrier(8)

    def run(number: int) -> None:
        try:
            gate.wait()
            work(number)
        except BaseException as fault:  # raised below, by the caller's thread
            faults.append(fault)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if faults:
        raise faults[0]
