"""The boundary of codecs: records to bytes and back, one at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from assay.base.progress import duration
from assay.boundaries.boundary import Bench, Boundary, Outcome, Outcomes, Place, Run, Subject
from assay.boundaries.codecs.measuring import CodecRun, check_once
from assay.boundaries.codecs.proof import Proved, Verdict, prove
from assay.boundaries.codecs.self_read import in_format, reread
from assay.boundaries.codecs.sizes import sizes
from assay.boundaries.codecs.task import ProvableTask, codec_task
from assay.builder.builder import Built
from assay.data.recordset import RecordSet
from assay.results.document import Proof
from assay.results.request import Request
from assay.runner.broken import Broken
from assay.runner.process import Process
from assay.runner.task import Task


@dataclass(frozen=True)
class CodecSubject(Subject):
    """``proved``: the outputs that timed batches must agree with."""

    task: ProvableTask[Any]
    proved: Proved

    whole = True

    def run(self, process: Process, bench: Bench) -> Run:
        return CodecRun(
            process, self.task, self.proved, reread(self.built, self.task, bench.limits, bench.folder), bench
        )

    def check_once(self, reply: dict[str, Any], seed: int, elapsed_ns: int, output: Path, samples: int) -> None:
        check_once(self.task, self.proved, reply, seed, elapsed_ns, output, samples)


class Codecs(Boundary):
    kind = "codec"

    def tasks(
        self, request: Request, records: RecordSet, operations: Sequence[str], now: Callable[[str], None]
    ) -> list[Task[Any]]:
        return [codec_task(records, o, threads=n) for o in operations for n in request.threads]

    def prove(self, built: Built, tasks: Sequence[Task[Any]], place: Place) -> Outcomes:
        """One proof serves every number of threads; the samples of timed batches come from all threads."""
        outcomes: list[Outcome] = []
        mine: list[ProvableTask[Any]] = [task for task in tasks if isinstance(task, ProvableTask)]
        try:
            made = in_format(built, mine[0].records, place.limits, place.folder)
        except Broken as broken:
            return Outcomes([Outcome(task, broken) for task in mine])
        verdicts: dict[ProvableTask[Any], Verdict] = {}
        verdict = Verdict()
        runtime = version = ""
        begin = time.monotonic()
        for number, given in enumerate(mine):
            task = given.given(made)
            alone = replace(task, way=task.way.model_copy(update={"threads": 1}))
            if alone not in verdicts:
                left = (time.monotonic() - begin) / number * (len(mine) - number) if number else 0
                text = f"proving {built.contestant.name} on {task.records.workload} {alone.label}"
                place.now(text + (f", about {duration(left)} left of it" if left > 1 else ""))
                verdicts[alone] = prove(built, alone, place.limits, place.folder)
            verdict = verdicts[alone]
            runtime, version = verdict.runtime or runtime, verdict.version or version
            outcomes.append(Outcome(task, _found(built, task, verdict)))
        return Outcomes(outcomes, runtime, version)


def _found(built: Built, task: ProvableTask[Any], verdict: Verdict) -> Subject | Broken:
    if verdict.proved is None:
        assert verdict.broken is not None  # a verdict has either
        return verdict.broken
    return CodecSubject(built, task, proof_facts(verdict.proved, task), verdict.memory, verdict.proved)


def proof_facts(proved: Proved, task: ProvableTask[Any]) -> Proof:
    """A proof as the document has it."""
    part = task.records.records
    makes_frames = task.what.gives == "encoded"
    by_record = "container" not in (task.what.gives, task.what.takes)
    frames = proved.records.of_each if makes_frames else task.encoded.frames(part)
    return Proof(
        bytes=_kind_of_proof(proved) if task.what.makes_bytes else "none",
        encoded_bytes=proved.records.size if task.what.makes_bytes else task.input_size,
        sizes=sizes(frames) if by_record else None,
        deferred=proved.left.is_deferred if proved.left else None,
        deferred_ns=proved.left.ns if proved.left else None,
        first_pass=proved.first_pass,
        notes=proved.records.notes,
    )


def _kind_of_proof(proved: Proved) -> Literal["identical", "equivalent", "self-read"]:
    if proved.records.self_read:
        return "self-read"
    return "identical" if proved.records.identical else "equivalent"
