"""The machine that a run takes place on, and how busy others keep it."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import cpuinfo
import psutil

from assay.languages import RECIPES
from assay.recipes.tools import find
from assay.results.document import Machine


def describe() -> Machine:
    info = cpuinfo.get_cpu_info()
    return Machine(
        cpu=str(info.get("brand_raw") or platform.processor() or platform.machine()),
        cores=psutil.cpu_count() or 1,
        memory_bytes=psutil.virtual_memory().total,
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
