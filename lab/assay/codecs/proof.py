"""Proving a contestant before it is measured: outputs, ownership, finished values, and the swap of the records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.codecs.memory import first_pass
from assay.codecs.outputs import Outputs, Reread
from assay.codecs.self_read import reread
from assay.codecs.task import ProvableTask
from assay.data.recordset import Part
from assay.operations import Operation
from assay.rules import BOUNDARY, CONTRACT, TIMED_WORK
from assay.runner import session
from assay.runner.broken import Broken, Refused, Suspected
from assay.runner.process import Limits, Process

# Seconds of warm-up before things are timed, and rounds of `inspect`, in one fresh process after the other: a suspicion
# that rests on times must be confirmed by all of them, and the more a busy machine has a say, the longer is looked.
ATTEMPTS = ((0.2, 9), (0.5, 25), (1.0, 81))


@dataclass
class Proved:
    """One task of one contestant, proved: what the outputs are, for the records and for their decoys."""

    records: Outputs
    decoys: Outputs
    deferred_ns: float | None = None
    first_pass: float | None = None


@dataclass
class Verdict:
    """What proving one task of one contestant brought: a proof, or the rule that it broke."""

    proved: Proved | None = None
    broken: Broken | None = None
    runtime: str = ""
    version: str = ""
    setup_ns: int = 0
    memory: int = 0  # bytes that the process held at its peak


def prove(built: Built, task: ProvableTask[Any], limits: Limits, folder: Path) -> Verdict:
    """Prove one task in a process of its own. ``folder`` takes the outputs and the log of standard error."""
    verdict = Verdict()
    for warm_seconds, rounds in ATTEMPTS:
        verdict = _attempt(built, task, limits, folder, warm_seconds, rounds)
        if not isinstance(verdict.broken, Suspected):
            break
    return verdict


def _attempt(
    built: Built, task: ProvableTask[Any], limits: Limits, folder: Path, warm_seconds: float, rounds: int
) -> Verdict:
    verdict = Verdict()
    try:
        with session.start(built, folder / f"{task.label}.log", limits) as process:
            hello = session.greet(process, built)
            verdict.runtime, verdict.version = hello["runtime"], hello["version"]
            # Before all else: whoever remembers must not have met the records yet.
            ratio = first_pass(process, task, folder, warm_seconds)
            verdict.setup_ns = session.load(process, task, task.records.records)
            verdict.proved = _prove(process, task, folder, reread(built, task, limits, folder), rounds)
            verdict.proved.first_pass = ratio
            verdict.memory = process.bye().peak_rss
    except Broken as broken:
        verdict.proved, verdict.broken = None, broken
    return verdict


def _prove(process: Process, task: ProvableTask[Any], folder: Path, reader: Reread | None, rounds: int) -> Proved:
    made = outputs(process, task, task.records.records, folder / f"{task.label}.out", reader)
    deferred_ns = _inspect(process, task.what, rounds)
    # Other records in place of these: who remembers outputs by the identity of a record hands out stale ones.
    session.swap(process, task, task.records.decoys)
    try:
        decoys = outputs(process, task, task.records.decoys, folder / f"{task.label}.decoy.out", reader)
    except Refused:
        raise
    except Broken as broken:
        raise Broken(TIMED_WORK, f"after the records were swapped for others: {broken}") from None
    return Proved(made, decoys, deferred_ns)


def outputs(
    process: Process,
    task: ProvableTask[Any],
    part: Part,
    path: Path,
    reader: Reread | None,
    known: Sequence[bytes] = (),
) -> Outputs:
    """Ask for the outputs of a part that is loaded, and judge them; Broken where they are not right.

    ``reader``: reads bytes that have no reference. ``known``: encoded bytes of each record that were judged before.
    """
    process.ask("prove", operation=task.operation, output=str(path))
    return task.judge(part, path, reader, known)


def _inspect(process: Process, operation: Operation, rounds: int) -> float | None:
    """Rule 1: outputs are the caller's own, and decoded values are finished. Gives the work per record left over."""
    reply = process.ask("inspect", operation=operation.name, rounds=rounds)
    if reply.get("shared") is not False:
        raise Broken(BOUNDARY, f"{operation.name} twice on one record hands over the same object twice")
    if not operation.makes_values:
        return None
    names = ("operation_ns", "first_read_ns", "second_read_ns", "loaded_read_ns")
    times = [reply.get(name) for name in names]
    if not all(isinstance(t, int | float) and t >= 0 for t in times):
        raise Broken(CONTRACT, f"the reply to inspect lacks one of {', '.join(names)}")
    operation_ns, first_ns, second_ns, loaded_ns = (float(t) for t in times if t is not None)
    return judge_deferred(operation_ns, first_ns, min(second_ns, loaded_ns))


def judge_deferred(operation_ns: float, first_read_ns: float, finished_read_ns: float) -> float:
    """The work per record that decode leaves to the first reading of its values.

    A decoder that leaves more work undone than it does is not a decoder: it belongs to `access`. The bound is so wide
    because reading something for the first time costs a little more (caches) even where all is finished.
    """
    deferred = max(0.0, first_read_ns - finished_read_ns)
    if deferred > operation_ns:
        raise Suspected(
            BOUNDARY,
            f"the operation hands over unfinished values: it takes {operation_ns:,.0f} ns a record, and reading them "
            f"for the first time {deferred:,.0f} ns more than reading finished ones",
        )
    return deferred
