"""Conversations with a store: loaded, opened, asked for steps (docs/stores.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.boundaries.stores.task import StoreTask
from assay.data.recordset import Part
from assay.data.stored import StoredFrames, StoredLines
from assay.operations import OPERATIONS
from assay.runner.broken import Broken
from assay.runner.process import Process
from assay.runner.rules import CONTRACT, PROOF


@dataclass(frozen=True)
class Step:
    """What a step reported: ns of each of its parts, and the number of documents."""

    ns: dict[str, int]
    count: int

    @property
    def total_ns(self) -> int:
        return sum(self.ns.values())


class Store:
    """A store in a running process. Documents are those of ``task``'s record set."""

    def __init__(self, process: Process, task: StoreTask) -> None:
        self.process = process
        self.task = task

    def load(self, part: Part) -> int:
        """Load documents into the process' memory; gives the time of setting up in ns."""
        reply = self.process.ask("load", **self.task.load_keys(part))
        if reply.get("count") != part.count:
            raise Broken(CONTRACT, f"loaded {reply.get('count')} documents of {part.count}")
        return int(reply.get("setup_ns") or 0)

    def step(self, name: str, **keys: Any) -> Step:
        reply = self.process.ask("step", step=name, **keys)
        ns, count = reply.get("ns"), reply.get("count")
        if not isinstance(ns, dict) or not ns or not all(isinstance(v, int) and v >= 0 for v in ns.values()):
            raise Broken(CONTRACT, f"the reply to the step {name} has no times")
        row = OPERATIONS.get(name)  # opening and closing are steps, and no operations
        wanted = row.parts if row and row.parts else (name,)
        if set(ns) != set(wanted):
            raise Broken(CONTRACT, f"the step {name} reports the times of {', '.join(ns)}, not of {', '.join(wanted)}")
        if not isinstance(count, int):
            raise Broken(CONTRACT, f"the reply to the step {name} has no count")
        return Step({part: ns[part] for part in wanted}, count)

    def open(self, folder: Path, *, create: bool) -> Step:
        return self.step("open", folder=str(folder), create=create)

    def close(self) -> Step:
        return self.step("close")


def hands_over_text(operation: str, form: str) -> bool:
    """Whether documents come as the text that was put, not as canonical lines: projections never do."""
    return form == "raw" and OPERATIONS[operation].gives == "documents"


def handed_over(path: Path, form: str, operation: str) -> Sequence[bytes]:
    """The documents that a reading step wrote: raw JSON texts, or canonical lines."""
    try:
        return StoredFrames(path) if hands_over_text(operation, form) else StoredLines(path)
    except (OSError, ValueError) as error:
        raise Broken(PROOF, f"the documents cannot be read: {error}") from None
