"""Whole processes that get all their requests from a file: they load, do passes of the operation, and end."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.runner.broken import Broken, Refused
from assay.runner.rules import CONTRACT
from assay.runner.task import Task


@dataclass(frozen=True)
class Script:
    """``command``: for a shell. ``count``: how many requests it answers."""

    command: str
    replies: Path
    count: int

    def answers(self, returncode: int) -> list[dict[str, Any]]:
        """What it replied. Broken where it did not reply to all, or failed; Refused for an error among the replies."""
        found = _replies(self.replies)
        if returncode != 0 or len(found) != self.count:
            raise Broken(CONTRACT, f"the whole process failed after {len(found)} of {self.count} requests")
        return found


def script(
    built: Built, task: Task[Any], folder: Path, seed: int, samples: int, *, passes: int = 1, under: str = ""
) -> Script:
    """A process that loads and does so many passes. ``under``: the command of a tool that it runs under."""
    assert built.start is not None
    once = {
        "request": "once",
        "operation": task.operation,
        "seed": seed,
        "samples": samples,
        "output": str(folder / "once.out"),
    }
    lines: list[dict[str, Any]] = [
        {"request": "load", **task.load_keys(task.records.records)},
        *([once] * passes),
        {"request": "bye"},
    ]
    requests, replies = folder / "requests", folder / "replies"
    requests.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for path in (replies, folder / "once.out"):
        path.unlink(missing_ok=True)
    command = f"exec {under} {shlex.join(built.start.whole_command)}".replace("  ", " ")
    return Script(f"{command} < {requests} > {replies} 2> {folder / 'whole.log'}", replies, len(lines))


def _replies(path: Path) -> list[dict[str, Any]]:
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
