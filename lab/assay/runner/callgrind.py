"""How many instructions an operation takes, counted by Valgrind's callgrind: no clock, so no noisy machine.

One process does a pass, another does several; the difference is that of passes alone, without start and loading.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

from assay.base.tools import Tool, find
from assay.builder.builder import Built
from assay.runner.broken import Broken
from assay.runner.rules import CONTRACT
from assay.runner.scripted import script
from assay.runner.task import Task

VALGRIND = Tool(
    "valgrind", ("--version",), (3, 15), "install valgrind: `assay setup` does where Debian has it", ("valgrind",)
)
PASSES = 3
TOTAL = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)


def problem() -> str:
    """What is missing, and how to get it; empty when nothing is."""
    return find(VALGRIND).problem


def instructions(built: Built, task: Task[Any], folder: Path, seed: int, timeout: float) -> float:
    """Instructions for one record, of all threads of the process. Broken where it fails, or takes longer than this (s).

    ``seed`` decides how much filler the environment has, as it does when times are measured.
    """
    one, several = (_count(built, task, folder, seed, passes, timeout) for passes in (1, 1 + PASSES))
    return (several - one) / (PASSES * task.records.facts.count)


def _count(built: Built, task: Task[Any], folder: Path, seed: int, passes: int, timeout: float) -> int:
    assert built.start is not None
    found = folder / "callgrind.out"
    found.unlink(missing_ok=True)
    under = shlex.join(["valgrind", "--tool=callgrind", f"--callgrind-out-file={found}"])
    process = script(built, task, folder, seed, 1, passes=passes, under=under)
    environment = {
        **built.start.surroundings,
        "ASSAY_CONTESTANT": built.contestant.name,
        "ASSAY_PADDING": "x" * (seed * 997 % 4096),
    }
    try:
        done = subprocess.run(
            process.command, shell=True, env=environment, stdin=subprocess.DEVNULL, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise Broken(CONTRACT, f"the process did not end within {timeout:g} s under callgrind") from None
    process.answers(done.returncode)
    total = TOTAL.search(found.read_text(encoding="utf-8", errors="replace")) if found.exists() else None
    if total is None:
        raise Broken(CONTRACT, "callgrind left no count")
    return int(total[1])
