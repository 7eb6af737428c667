"""The machine that a run takes place on, and how busy others keep it."""

from __future__ import annotations

import contextlib
import os
import platform
import time
from pathlib import Path

import cpuinfo
import psutil

from assay.base import capacity
from assay.base.tools import find
from assay.languages.every import RECIPES
from assay.results.document import Limited, Machine
from assay.runner.usage import processor_seconds

WORTH_SAYING = 0.3  # cores that others use, before measuring starts
WORTH_NAMING, SHOWN = 0.1, 3  # cores that one process uses; how many of them are named


def describe() -> Machine:
    info = cpuinfo.get_cpu_info()
    return Machine(
        cpu=str(info.get("brand_raw") or platform.processor() or platform.machine()),
        cores=capacity.cores(),
        memory_bytes=capacity.allowed().memory,
        limited=_limited(),
        system=_system(),
        kernel=f"{platform.system()} {platform.release()} {platform.machine()}",
        governor=_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        virtual=_hypervisor(),
        python=platform.python_version(),
        tools={
            tool.program: found.version
            for recipe in RECIPES.values()
            for tool in recipe.tools
            if (found := find(tool)).version
        },
    )


def load_average() -> float | None:
    """Processes that wanted to run, averaged over the last minute."""
    try:
        return round(os.getloadavg()[0], 2)
    except OSError:
        return None


def busy(seconds: float = 1.0) -> str:
    """What others keep this machine busy with, in words; empty where that is little.

    Looks for so many seconds. Counted in cores: 0.5 is half of one core.
    """
    processes = {one.pid: one for one in psutil.process_iter() if one.pid != os.getpid()}
    before = {pid: processor_seconds(pid, children=False) for pid in processes}
    psutil.cpu_percent()
    time.sleep(seconds)
    used = psutil.cpu_percent() / 100 * (psutil.cpu_count() or 1)
    if used < WORTH_SAYING:
        return ""
    shares = {pid: (processor_seconds(pid, children=False) - before[pid]) / seconds for pid in processes}
    busiest = sorted(shares, key=lambda pid: -shares[pid])[:SHOWN]
    names = []
    for pid in busiest:
        with contextlib.suppress(psutil.Error):
            if shares[pid] >= WORTH_NAMING:
                names.append(f"{processes[pid].name()} ({pid}) {shares[pid]:.1f}")
    return f"{used:.1f} of {psutil.cpu_count()} cores are in use" + (f" by {', '.join(names)}" if names else "")


class StealMeter:
    """The share of processor time that the hypervisor gave to others since the meter was made."""

    def __init__(self) -> None:
        self.before = self._times()

    def share(self) -> float | None:
        after = self._times()
        if self.before is None or after is None:
            return None
        total = sum(after) - sum(self.before)
        return round((after[7] - self.before[7]) / total, 4) if total else 0.0

    @staticmethod
    def _times() -> list[int] | None:
        """user, nice, system, idle, iowait, irq, softirq, steal, in clock ticks of all cores."""
        text = _text("/proc/stat")
        return [int(n) for n in text.split("\n", 1)[0].split()[1:9]] if text else None


def _system() -> str:
    if text := _text("/etc/os-release"):
        for line in text.splitlines():
            if line.startswith("PRETTY_NAME="):
                return line.partition("=")[2].strip('"')
    return platform.platform()


def _limited() -> Limited | None:
    whole, allowed = capacity.whole(), capacity.allowed()
    if allowed == whole:
        return None
    return Limited(
        processors=allowed.processors, machine_cores=round(whole.processors), machine_memory_bytes=whole.memory
    )


def _hypervisor() -> str | None:
    text = _text("/proc/cpuinfo")
    if text is None or "hypervisor" not in text:
        return None
    return _text("/sys/class/dmi/id/sys_vendor") or "yes"


def _text(path: str) -> str | None:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return None
