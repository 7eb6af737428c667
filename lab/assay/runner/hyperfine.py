"""Whole processes timed by hyperfine, which knows how to do that: a command of ours, from start to end."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

from assay.build.builder import Built
from assay.build.tools import Tool
from assay.rules import CONTRACT
from assay.runner.process import Broken
from assay.runner.task import Task

HYPERFINE = Tool("hyperfine", ("--version",), (1, 12), "`assay setup` installs it, or see its own page", ("hyperfine",))


def requests(task: Task, warm_seconds: float | None) -> str:
    """The lines that make a contestant load the records, do the operation once for each, and end.

    ``warm_seconds``: how long it warms up in between; None: it does not.
    """
    lines = [{"request": "load", **task.load_keys(task.records.records)}]
    if warm_seconds is not None:
        settings = {"min_batch_ns": 1_000_000, "threads": 1, "seed": 1, "samples": 0}
        lines.append({"request": "warm", "operation": task.operation, "seconds": warm_seconds, **settings})
    lines += [{"request": "once", "operation": task.operation}, {"request": "bye"}]
    return "".join(json.dumps(line) + "\n" for line in lines)


def time_process(built: Built, task: Task, runs: int, folder: Path, warm_seconds: float | None = None) -> list[float]:
    """Seconds of each of ``runs`` whole processes. Broken where one ends with an error."""
    assert built.start is not None
    lines = folder / "requests.jsonl"
    lines.write_text(requests(task, warm_seconds), encoding="utf-8")
    replies = folder / "replies.jsonl"
    result = folder / "hyperfine.json"
    command = f"exec {shlex.join(built.start.command)} < {shlex.quote(str(lines))} > {shlex.quote(str(replies))}"
    done = subprocess.run(
        ["hyperfine", "--style", "none", "--runs", str(runs), "--export-json", str(result), command],
        env={**os.environ, **built.start.environment, "ASSAY_CONTESTANT": built.contestant.name},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise Broken(CONTRACT, f"the whole process failed: {(done.stderr.strip().splitlines() or ['no words'])[-1]}")
    for line in replies.read_text(encoding="utf-8").splitlines():
        if "ok" not in json.loads(line):
            raise Broken(CONTRACT, f"the whole process was refused: {line[:200]}")
    times: list[float] = json.loads(result.read_text())["results"][0]["times"]
    return times
