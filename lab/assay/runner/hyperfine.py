"""Whole processes from cold, timed by hyperfine: start, load, one pass of the operation, end."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.errors import AssayError
from assay.recipes.tools import Tool, find
from assay.results import importers
from assay.rules import CONTRACT
from assay.runner.broken import Broken, Refused
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
    requests, replies, result = folder / "requests", folder / "replies", folder / "hyperfine.json"
    lines: list[dict[str, Any]] = [
        {"request": "load", **task.load_keys(task.records.records)},
        {
            "request": "once",
            "operation": task.operation,
            "seed": seed,
            "samples": samples,
            "output": str(folder / "once.out"),
        },
        {"request": "bye"},
    ]
    requests.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for path in (replies, result, folder / "once.out"):
        path.unlink(missing_ok=True)
    command = f"exec {shlex.join(built.start.whole_command)} < {requests} > {replies} 2> {folder / 'whole.log'}"
    hyperfine = ["hyperfine", "--runs", "1", "--style", "none", "--export-json", str(result), "--", command]
    environment = {**os.environ, **built.start.environment, "ASSAY_CONTESTANT": built.contestant.name}
    try:
        done = subprocess.run(
            hyperfine, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        raise Broken(CONTRACT, f"the whole process did not end within {timeout:g} s") from None
    answers = _replies(replies)
    if done.returncode != 0 or len(answers) != len(lines):
        raise Broken(CONTRACT, f"the whole process failed after {len(answers)} of {len(lines)} requests")
    ((run,),) = (process.batches for process in importers.read(result, "hyperfine").benchmarks[0].processes)
    return Whole(run.wall_ns / run.records / 1e9, answers[1])


def _replies(path: Path) -> list[dict[str, Any]]:
    """The whole replies; Refused for an error among them."""
    answers: list[dict[str, Any]] = []
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    for line in text.splitlines():
        try:
            reply = json.loads(line)
        except ValueError:
            raise Broken(CONTRACT, f"standard output holds no reply but {line[:60]!r}") from None
        if "error" in reply:
            raise Refused(str(reply["error"].get("kind")), str(reply["error"].get("message")))
        answers.append(reply.get("ok", {}))
    return answers
