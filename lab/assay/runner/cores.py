"""Which core of the machine processes run on while they take turns.

All of them and the lab share one: it stays awake from turn to turn, no process has to be woken up on another core, and
no helper threads work beside the turn of another. On a virtual machine of two cores that halves the noise of the
ratios (docs/statistics.md). Elsewhere than on Linux processes are left alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from assay.runner.usage import tree

WATCHED = 0.1  # seconds for which it is watched who uses which core


def quietest() -> int | None:
    """Of the fastest cores that the lab may use the one that others use least; None where there is no choosing."""
    if sys.platform != "linux":
        return None
    allowed = sorted(os.sched_getaffinity(0))
    fastest = max(map(_speed, allowed))
    used = psutil.cpu_percent(WATCHED, percpu=True)
    return min(
        (core for core in allowed if _speed(core) == fastest),
        key=lambda core: used[core] if core < len(used) else 0.0,
    )


def _speed(core: int) -> int:
    """Highest frequency, in kHz; 0 where the system does not say."""
    try:
        return int(Path(f"/sys/devices/system/cpu/cpu{core}/cpufreq/cpuinfo_max_freq").read_text())
    except (OSError, ValueError):
        return 0


def confine(pid: int, core: int) -> None:
    """Keep a process, its children and all their threads on one core; threads to come inherit it."""
    if sys.platform != "linux":
        return
    for process in tree(pid):
        seen: set[str] = set()
        # A thread that another one makes meanwhile is seen when looking again.
        while new := _threads(process) - seen:
            for thread in new:
                with suppress(OSError):  # it has ended
                    os.sched_setaffinity(int(thread), {core})
            seen |= new


def _threads(pid: int) -> set[str]:
    try:
        return {thread.name for thread in Path(f"/proc/{pid}/task").iterdir()}
    except OSError:
        return set()


@contextmanager
def staying_on(core: int | None) -> Iterator[None]:
    """Keep the calling thread of the lab on a core, too; None: wherever it is."""
    if sys.platform != "linux" or core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
