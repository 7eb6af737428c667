"""Conversations with a contestant: started from its build, greeted, loaded. Shared by proving and measuring."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from assay.builder.builder import Built
from assay.data.recordset import Part
from assay.results.document import SYSTEM
from assay.runner.broken import Broken
from assay.runner.process import Limits, Process
from assay.runner.rules import CONTRACT
from assay.runner.task import Task

PROTOCOL = 1
LARGEST_PADDING = 4096


def start(built: Built, log: Path, limits: Limits, padding: Random | None = None) -> Process:
    """Start a built contestant. ``padding`` draws the length of the filler in its environment.

    Its temporary files have a folder of their own: one that is killed cannot remove them.
    """
    assert built.start is not None
    filler = "x" * padding.randrange(LARGEST_PADDING) if padding else ""
    temporary = TemporaryDirectory(prefix="assay-", ignore_cleanup_errors=True)
    environment = {
        **built.start.surroundings,
        "ASSAY_CONTESTANT": built.contestant.name,
        "ASSAY_PADDING": filler,
        "TMPDIR": temporary.name,
    }
    return Process(built.start.command_in(Path(temporary.name)), environment, log, limits, temporary)


def greet(process: Process, built: Built) -> dict[str, Any]:
    """`hello`, compared with the manifest. Broken where the two disagree; a library of the machine has its version."""
    reply = process.ask("hello", protocol=PROTOCOL)
    manifest = built.contestant.manifest
    for key, kind in (("library", str), ("version", str), ("runtime", str), ("operations", list)):
        if not isinstance(reply.get(key), kind):
            raise Broken(CONTRACT, f'the reply to hello has no "{key}"')
    if not isinstance(reply.get("engine", ""), str):
        raise Broken(CONTRACT, '"engine" in the reply to hello is no text')
    if manifest.version not in (reply["version"], SYSTEM) and not manifest.from_machine:
        raise Broken(CONTRACT, f"{manifest.library} {reply['version']} is loaded, the manifest says {manifest.version}")
    lacking = [operation for operation in manifest.operations if operation not in reply["operations"]]
    if lacking:
        raise Broken(CONTRACT, f"the manifest promises {', '.join(lacking)}, which the contestant does not offer")
    return reply


def load(process: Process, task: Task[Any], part: Part) -> int:
    """`load` with a part of the record set; gives the set-up time in ns."""
    reply = process.ask("load", **task.load_keys(part))
    if reply.get("count") != part.count or not isinstance(reply.get("setup_ns"), int):
        raise Broken(CONTRACT, f"loaded {reply.get('count')} records of {part.count}")
    return int(reply["setup_ns"])


def swap(process: Process, task: Task[Any], part: Part) -> None:
    """`swap` to another part of the record set."""
    process.ask("swap", **task.swap_keys(part))
