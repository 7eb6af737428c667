"""Conversations with a store: loaded, opened, asked for steps (docs/stores.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.data.recordset import Part, read_frames
from assay.rules import CONTRACT, PROOF
from assay.runner.process import Broken, Process
from assay.runner.task import Task

READING = ("scan", "get", "filter", "project", "batches")
# What each step tells the times of; the others tell one, by their own name.
PARTS = dict.fromkeys(("put", "update", "delete"), ("write", "flush")) | {"get": ("lookup",)}


@dataclass(frozen=True)
class Step:
    """What a step told: ns of each of its parts, and the number of documents."""

    ns: dict[str, int]
    count: int

    @property
    def total_ns(self) -> int:
        return sum(self.ns.values())


class Store:
    """A store in a running process. Documents are those of ``task``'s record set."""

    def __init__(self, process: Process, task: Task) -> None:
        assert task.store is not None
        self.process = process
        self.task = task
        self.way = task.store

    def load(self, part: Part) -> int:
        """Load documents into the process' memory; gives the time of setting up in ns."""
        keys = {"key": self.way.key, "durability": self.way.durability, "boundary": self.way.boundary}
        reply = self.process.ask("load", **self.task.load_keys(part), store=keys)
        if reply.get("count") != part.count:
            raise Broken(CONTRACT, f"loaded {reply.get('count')} documents of {part.count}")
        return int(reply.get("setup_ns") or 0)

    def step(self, name: str, **keys: Any) -> Step:
        reply = self.process.ask("step", step=name, **keys)
        ns, count = reply.get("ns"), reply.get("count")
        if not isinstance(ns, dict) or not ns or not all(isinstance(v, int) and v >= 0 for v in ns.values()):
            raise Broken(CONTRACT, f"the reply to the step {name} has no times")
        wanted = PARTS.get(name, (name,))
        if set(ns) != set(wanted):
            raise Broken(CONTRACT, f"the step {name} tells the times of {', '.join(ns)}, not of {', '.join(wanted)}")
        if not isinstance(count, int):
            raise Broken(CONTRACT, f"the reply to the step {name} has no count")
        return Step({part: ns[part] for part in wanted}, count)

    def open(self, folder: Path, *, create: bool) -> Step:
        return self.step("open", folder=str(folder), create=create)

    def close(self) -> Step:
        return self.step("close")


def handed_over(path: Path, boundary: str, operation: str) -> Sequence[bytes]:
    """The documents that a reading step wrote: raw JSON texts, or canonical lines."""
    try:
        if boundary == "raw" and operation != "project":
            return read_frames(path)
        return path.read_bytes().split(b"\n")[:-1]
    except (OSError, ValueError) as error:
        raise Broken(PROOF, f"the documents cannot be read: {error}", "unverified") from None
