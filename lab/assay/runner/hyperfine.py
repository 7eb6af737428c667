"""Whole processes from cold, timed by hyperfine: start, load, one pass of the operation, end."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.base.tools import Tool, find
from assay.builder.builder import Built
from assay.results import importers
from assay.runner.broken import Broken
from assay.runner.rules import CONTRACT
from assay.runner.scripted import script
from assay.runner.task import Task

HYPERFINE = Tool(
    "hyperfine", ("--version",), (1, 12), "install hyperfine: `assay setup` does where Debian has it", ("hyperfine",)
)


@dataclass(frozen=True)
class Whole:
    """One whole process: its wall time in seconds, and its reply to `once`."""

    seconds: float
    reply: dict[str, Any]


def check() -> None:
    """AssayError where hyperfine is missing."""
    if problem := find(HYPERFINE).problem:
        raise AssayError(f"--process needs hyperfine: {problem}")


def run_once(built: Built, task: Task[Any], folder: Path, seed: int, samples: int, timeout: float) -> Whole:
    """One process that is asked to load, do one pass, and end; Broken where it does not.

    hyperfine starts it through a shell, whose own time it takes off. ``timeout`` in seconds.
    """
    assert built.start is not None
    process = script(built, task, folder, seed, samples)
    result = folder / "hyperfine.json"
    result.unlink(missing_ok=True)
    hyperfine = ["hyperfine", "--runs", "1", "--style", "none", "--export-json", str(result), "--", process.command]
    environment = {**built.start.surroundings, "ASSAY_CONTESTANT": built.contestant.name}
    try:
        done = subprocess.run(
            hyperfine, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        raise Broken(CONTRACT, f"the whole process did not end within {timeout:g} s") from None
    answers = process.answers(done.returncode)
    ((run,),) = (one.batches for one in importers.read(result, "hyperfine").benchmarks[0].processes)
    return Whole(run.wall_ns / run.records / 1e9, answers[1])
