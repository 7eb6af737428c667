"""What a process and its children use: memory and processor time. Looked at often while others are timed, so it must
cost little."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Resident bytes of a process with all its children; 0 for one that is gone.

    Children mostly map the files that their parent maps (a browser's are one program many times), and memory that is
    there once is counted once: of what processes share with files, the largest share stands for all of them.
    """
    parts = [_resident(one) for one in tree(pid)]
    return sum(own for own, _ in parts) + max(shared for _, shared in parts)


def processor_seconds(pid: int, *, children: bool = True) -> float:
    """Processor time that a process, with all its children, has used so far; 0 for one that is gone."""
    return sum(map(_processor_seconds, tree(pid))) if children else _processor_seconds(pid)


def waited_ns(pid: int) -> int | None:
    """How long the threads of a process have so far been ready to run and had no core.

    Its children are left out, as they are from what a process says of its processor time. None where the system does
    not report it (Linux does).
    """
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return sum(int(task.joinpath("schedstat").read_bytes().split()[1]) for task in tasks)
    except (OSError, IndexError, ValueError):
        return None


def tree(pid: int) -> Iterator[int]:
    """A process and all its children."""
    yield pid
    if sys.platform == "linux":
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_bytes().split()
        except OSError:
            return
        for child in children:
            yield from tree(int(child))
    else:
        with contextlib.suppress(psutil.Error):
            yield from (child.pid for child in psutil.Process(pid).children(recursive=True))


def _resident(pid: int) -> tuple[int, int]:
    """Resident bytes: the process' own, and those of files and of memory made to be shared (0 where not told apart)."""
    try:
        if sys.platform == "linux":
            resident, shared = map(int, Path(f"/proc/{pid}/statm").read_bytes().split()[1:3])
            return (resident - shared) * PAGE, shared * PAGE
        return int(psutil.Process(pid).memory_info().rss), 0
    except (OSError, ValueError, psutil.Error):
        return 0, 0


def _processor_seconds(pid: int) -> float:
    try:
        if sys.platform == "linux":
            # After the name, which is in brackets and may hold anything: state, then 11 others, then user and system.
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
            return (int(fields[11]) + int(fields[12])) / TICKS
        times = psutil.Process(pid).cpu_times()
        return float(times.user + times.system)
    except (OSError, IndexError, psutil.Error):
        return 0.0


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


def forget_peak(pid: int) -> None:
    """Let a running process' peak begin again at what it holds now, where the system can (Linux)."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/clear_refs").write_text("5")
