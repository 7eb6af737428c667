"""This machine's own processor, for which compilers make code instead of that for all processors of its family."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from pathlib import Path


@cache
def processor() -> str:
    """A word for this machine's processor, by its model and what it can do, so that code made for it has a key."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").partition("\n\n")[0].splitlines()
    except OSError:
        lines = []
    # Those of the other lines that change, as the clock's speed does, are not part of it.
    said = [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU "))]
    text = "\n".join([platform.machine(), platform.processor(), *said])
    return hashlib.sha256(text.encode()).hexdigest()[:12]
