"""Proof that nothing is remembered: records never seen before must take no longer than those seen many times.

The swap in place catches contestants that remember outputs by the identity of the input. Those that remember them by
its content give right outputs for everything; but a pass over new records then takes far longer than over known ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from assay.data.recordset import Part
from assay.runner import session
from assay.runner.broken import Suspected
from assay.runner.process import Process
from assay.runner.rules import TIMED_WORK
from assay.runner.task import Task

LONGEST = 4.0  # a pass over new records may take this many times as long as one over known records
FEWEST = 50  # records below which a pass is too short to judge


def first_pass(process: Process, task: Task[Any], folder: Path, warm_seconds: float) -> float | None:
    """How many times as long a pass over new records takes as one over known records; None where that cannot be judged.

    Both are the first pass after a swap, since that is slow by itself: the memory is cold. They take turns, and the
    best of seven counts on either side, so that neither a neighbour nor garbage collection accuses anybody. Suspected
    where the new records take far too long.
    """
    probes = task.records.probes
    if not probes or probes[0].count < FEWEST:
        return None
    settings: dict[str, Any] = {"operation": task.operation, "min_batch_ns": 1, "threads": 1, "seed": 1, "samples": 0}
    if task.what.makes_bytes:
        settings["output"] = str(folder / "first-pass.out")

    def after_swap(probe: Part) -> list[float]:
        session.swap(process, task, probe)
        return _times(process.ask("measure", batches=1, **settings))

    session.load(process, task, probes[0])
    process.ask("warm", seconds=warm_seconds, **settings)
    new: list[float] = []
    known: list[float] = []
    for number, probe in enumerate(probes[1:]):
        # Who goes first changes from pair to pair: a neighbour's turns may keep time with ours.
        turns = [(known, probes[0]), (new, probe)]
        for times, part in turns if number % 2 == 0 else reversed(turns):
            times.extend(after_swap(part))
    if not new or not known:
        return None
    ratio = min(new) / min(known)
    if ratio > LONGEST:
        raise Suspected(
            TIMED_WORK,
            f"a pass of {task.operation} over new records takes {ratio:.1f} times as long as one over known records: "
            "outputs are remembered",
        )
    return ratio


def _times(reply: dict[str, Any]) -> list[float]:
    """The wall times of a pass in the batches of one turn.

    Where a pass is hardly longer than a tick of the clock, the kit takes several together. They count as well: else
    the few passes that were long enough to stand alone, because the runtime compiled meanwhile, would be judged.
    Processor time, which neighbours do not add to, is too coarse for so short a pass in some runtimes (the JVM's).
    """
    batches = reply.get("batches")
    if not isinstance(batches, list):
        return []
    return [b["wall_ns"] / b["passes"] for b in batches if isinstance(b, dict) and b.get("passes") and b.get("wall_ns")]
