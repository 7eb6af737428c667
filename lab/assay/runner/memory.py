"""How much memory a process and its children hold. Looked at often while others are timed, so it must cost little."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import psutil

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident(pid: int) -> int:
    """Resident bytes of a process with all its children; 0 for one that is gone."""
    return _by_proc(pid) if sys.platform == "linux" else _by_psutil(pid)


def _by_proc(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_bytes().split()
    except (OSError, IndexError):
        return 0
    return pages * PAGE + sum(_by_proc(int(child)) for child in children)


def _by_psutil(pid: int) -> int:
    total = 0
    try:
        process = psutil.Process(pid)
        for one in [process, *process.children(recursive=True)]:
            total += one.memory_info().rss
    except psutil.Error:
        pass
    return total


def peak(pid: int) -> int:
    """The peak of resident bytes of a running process; 0 where the system does not report it.

    Linux counts what the parent held when it forked into the figure that it gives after a process has ended, so this
    one is asked for while the process still runs.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "")
    return int(line.split()[1]) * 1024 if line else 0
