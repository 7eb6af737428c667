"""What of the machine the lab may use: a control group of Linux, such as a container's, may allow a part of it."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path("/")  # tests lay a machine of their own


@dataclass(frozen=True)
class Capacity:
    """``processors``: cores that can compute at once, on average: a quota may cut one. ``memory``: bytes."""

    processors: float
    memory: int


def whole() -> Capacity:
    """All that the machine has."""
    return Capacity(os.cpu_count() or 1, psutil.virtual_memory().total)


def allowed() -> Capacity:
    """What of it the lab may use."""
    machine = whole()
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else machine.processors
    limits = [limit for limit, _ in _memory()]
    return Capacity(min([machine.processors, affinity, *_quotas()]), min([machine.memory, *limits]))


def cores() -> int:
    """How many threads or processes are worth having at once."""
    return math.ceil(allowed().processors)


def free_memory() -> int:
    """Bytes that processes can still take."""
    return max(0, min([psutil.virtual_memory().available, *(limit - used for limit, used in _memory())]))


def _quotas() -> Iterator[float]:
    """Processor time that groups allow, in cores."""
    for folder, second in _groups("cpu"):
        if second:
            quota, _, period = _text(folder / "cpu.max").partition(" ")
        else:
            quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
        if quota.isdecimal() and period.isdecimal():  # "max" and -1 are none
            yield int(quota) / int(period)


def _memory() -> Iterator[tuple[int, int]]:
    """Bytes that groups allow, and bytes that they hold, without files that the kernel would drop first."""
    for folder, second in _groups("memory"):
        names = ("memory.max", "memory.current") if second else ("memory.limit_in_bytes", "memory.usage_in_bytes")
        limit, used = (_text(folder / name) for name in names)
        if limit.isdecimal() and used.isdecimal():
            facts = dict(line.split() for line in _text(folder / "memory.stat").splitlines())
            yield int(limit), int(used) - int(facts.get("inactive_file" if second else "total_inactive_file", 0))


def _groups(controller: str) -> Iterator[tuple[Path, bool]]:
    """The folders of this process' group and of those around it, which bind it too; and whether they are of version 2.

    A container may see the paths of the machine and only the end of its folders: what is not there reads as no limit.
    """
    mount = ROOT / "sys/fs/cgroup"
    for line in _text(ROOT / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        second = not controllers
        if second or controller in controllers.split(","):
            top = mount if second else mount / controller
            yield from ((top / part.relative_to("/"), second) for part in (Path(path), *Path(path).parents))


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
