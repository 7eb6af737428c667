"""Proving a contestant before it is measured: outputs, ownership, finished values, and the swap of the records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.boundaries.codecs.finished import Left, work_left
from assay.boundaries.codecs.memory import first_pass
from assay.boundaries.codecs.outputs import Outputs, Reread
from assay.boundaries.codecs.self_read import reread
from assay.boundaries.codecs.task import ProvableTask
from assay.builder.builder import Built
from assay.data.recordset import Part
from assay.operations import Operation
from assay.runner import session
from assay.runner.broken import Broken, Refused, Suspected
from assay.runner.process import Limits, Process
from assay.runner.rules import FINISHED, TIMED_WORK

# Seconds of warm-up before passes are timed, and the fewest rounds that are looked at, in one fresh process after the
# other: what rests on times and speaks against a contestant is confirmed by all of them, and each looks for longer.
ATTEMPTS = ((0.2, 9), (0.5, 25), (1.0, 81))


@dataclass
class Proved:
    """One task of one contestant, proved: what the outputs are, for the records and for their decoys."""

    records: Outputs
    decoys: Outputs
    left: Left | None = None  # to the first reading of what was decoded
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
        if not isinstance(verdict.broken, Suspected) and not _is_deferred(verdict):
            break
    return verdict


def _is_deferred(verdict: Verdict) -> bool:
    return bool(verdict.proved and verdict.proved.left and verdict.proved.left.is_deferred)


def _attempt(
    built: Built, task: ProvableTask[Any], limits: Limits, folder: Path, warm_seconds: float, rounds: int
) -> Verdict:
    verdict = Verdict()
    try:
        with session.start(built, folder / f"{task.label}.log", limits) as process:
            hello = session.greet(process, built)
            verdict.runtime, verdict.version = hello["runtime"], hello["version"]
            # First of all: a contestant that remembers must not have met the records yet.
            ratio = first_pass(process, task, folder, warm_seconds)
            verdict.setup_ns = session.load(process, task, task.records.records)
            verdict.proved = prove_outputs(process, task, folder, reread(built, task, limits, folder))
            verdict.proved.first_pass = ratio
            if task.what.makes_values:
                verdict.proved.left = work_left(process, task, rounds)
            verdict.memory = process.bye().peak_rss
    except Broken as broken:
        verdict.proved, verdict.broken = None, broken
    return verdict


def prove_outputs(process: Process, task: ProvableTask[Any], folder: Path, reader: Reread | None) -> Proved:
    """Prove all that does not rest on times, in a process that is loaded; it is loaded with other records then."""
    made = outputs(process, task, task.records.records, folder / f"{task.label}.out", reader)
    _check_owned(process, task.what)
    # Other records instead of these: who remembers outputs by the identity of a record hands out stale ones.
    session.swap(process, task, task.records.decoys)
    try:
        decoys = outputs(process, task, task.records.decoys, folder / f"{task.label}.decoy.out", reader)
    except Refused:
        raise
    except Broken as broken:
        raise Broken(TIMED_WORK, f"after the records were swapped for others: {broken}") from None
    if task.what.takes == "encoded":
        _check_inputs(process, task, folder)
    return Proved(made, decoys)


def _check_inputs(process: Process, task: ProvableTask[Any], folder: Path) -> None:
    """Rule 3, by the buffers of inputs: those that a swap can fill again hold another record of the same length.

    The decoys' lengths may all differ from those of the records whose places they take.
    """
    records = task.records
    session.load(process, task, records.few[-1])
    outputs(process, task, records.few[-1], folder / f"{task.label}.few.out", None)
    session.swap(process, task, records.turned)
    try:
        outputs(process, task, records.turned, folder / f"{task.label}.turned.out", None)
    except Refused:
        raise
    except Broken as broken:
        raise Broken(TIMED_WORK, f"after inputs were swapped for others of the same length: {broken}") from None


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


def _check_owned(process: Process, operation: Operation) -> None:
    """Rule 1, first half: outputs are the caller's own."""
    reply = process.ask("inspect", operation=operation.name, rounds=1)
    if reply.get("shared") is not False:
        raise Broken(FINISHED, f"{operation.name} twice on one record hands over the same object twice")
