"""What measures one cell once, in a fresh process; and the interface of it, so that order can be tested without one."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

from assay.builder.builder import Built
from assay.data.recordset import Part
from assay.results.document import Batch, Cell, Sample, Settings
from assay.rules import TIMED_WORK
from assay.runner import session
from assay.runner.process import Broken, Limits, Process
from assay.runner.task import Task
from assay.stats.steady import steady
from assay.verify import proof
from assay.verify.batches import BatchCheck
from assay.verify.container import judge_timed_container
from assay.verify.outputs import Judge, Outputs, Reread
from assay.verify.proof import Proved
from assay.verify.self_read import reread

LARGEST_SEED = 2**53


class Executor(Protocol):
    """Measures one cell in one block. Raises Broken when the contestant breaks a rule."""

    def __call__(self, cell: Cell, block: int, position: int) -> Sample: ...


@dataclass(frozen=True)
class Subject:
    """All that measuring needs of one cell: what to start, on what, and what outputs were proved."""

    built: Built
    task: Task
    proved: Proved


class ProcessExecutor:
    """The real one. ``subjects``: by the key of the cell."""

    def __init__(self, subjects: dict[str, Subject], settings: Settings, seed: int, folder: Path) -> None:
        self.subjects = subjects
        self.settings = settings
        self.seed = seed
        self.folder = folder
        self.limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)

    def __call__(self, cell: Cell, block: int, position: int) -> Sample:
        subject = self.subjects[cell.key]
        task = subject.task
        rng = Random(f"{self.seed} {block} {cell.key}")
        with session.start(subject.built, self.folder / "measure.log", self.limits, padding=rng) as process:
            session.greet(process, subject.built)
            setup_ns = session.load(process, task, task.records.decoys)
            reader = reread(subject.built, task, self.limits, self.folder)
            cell_run = _CellRun(process, subject, self.settings, rng, self.folder / "measure.out", reader)
            cell_run.warm_on_decoys()
            session.swap(process, task, task.records.records)
            is_steady = cell_run.warm_until_steady()
            batches = cell_run.measure()
            ending = process.bye()
        return Sample(
            block=block,
            position=position,
            steady=is_steady,
            warm_batches=len(cell_run.warm),
            warm_ns=sum(batch.wall_ns for batch in cell_run.warm),
            setup_ns=setup_ns,
            timer_ns=cell_run.timer_ns,
            batches=batches,
            peak_rss_bytes=ending.peak_rss,
        )


class _CellRun:
    """One process on its way through warm-up and measuring, every batch checked."""

    def __init__(
        self,
        process: Process,
        subject: Subject,
        settings: Settings,
        rng: Random,
        output: Path,
        reader: Reread | None,
    ) -> None:
        self.reader = reader
        self.process = process
        self.task = subject.task
        self.proved = subject.proved
        self.settings = settings
        self.rng = rng
        self.output = output
        self.warm: list[Batch] = []
        self.timer_ns = 0

    def warm_on_decoys(self) -> None:
        """Let whoever remembers outputs by the identity of a record learn the wrong ones."""
        self._expect(self.proved.decoys, self.task.records.decoys)
        self._warm(self.settings.decoy_seconds)

    def warm_until_steady(self) -> bool:
        """Warm up in chunks until the batch times are steady, or the upper bound is reached.

        The batches of warm-up are short, so that there are many of them to judge.
        """
        settings = self.settings
        self._expect(self.proved.records, self.task.records.records)
        begin = time.monotonic()
        while True:
            self.warm += self._warm(settings.warm_chunk_seconds)
            spent = time.monotonic() - begin
            if spent >= settings.warm_least_seconds and steady([b.wall_ns / b.records for b in self.warm]).is_steady:
                return True
            # Few batches cannot show steadiness: long passes get as many as they need to be judged at all.
            if spent >= settings.warm_most_seconds and len(self.warm) >= settings.measure_batches_least:
                return False

    def measure(self) -> list[Batch]:
        settings = self.settings
        pass_ns = statistics.median(batch.wall_ns / batch.passes for batch in self.warm[-5:])
        batch_ns = max(settings.min_batch_ns, pass_ns)
        wanted = max(settings.measure_batches_least, round(settings.measure_seconds * 1e9 / batch_ns))
        return self._ask("measure", wanted, batches=wanted, min_batch_ns=settings.min_batch_ns)

    def _expect(self, proved: Outputs, part: Part) -> None:
        """From now on the outputs of timed batches must be those that were proved for this part.

        A library that encodes in other bytes than the reference may order a map differently in every process, so its
        bytes are proved anew in the very process that is measured.
        """
        self.part = part
        if self.task.operation == "encode" and not proved.identical:
            proved = proof.outputs(self.process, self.task, part, self.output, self.reader, proved.of_each)
        judge = Judge(self.task, part).same_value if self.task.operation == "encode" else None
        self.check = BatchCheck(
            proved, part.count, self.task.operation, self.task.threads, self.settings.samples, judge
        )

    def _warm(self, seconds: float) -> list[Batch]:
        return self._ask("warm", None, seconds=seconds, min_batch_ns=self.settings.warm_batch_ns)

    def _ask(self, request: str, wanted: int | None, **keys: Any) -> list[Batch]:
        seed = self.rng.randrange(LARGEST_SEED)
        if self.task.operation in ("write", "encode"):
            keys["output"] = str(self.output)
            self.output.unlink(missing_ok=True)
        start = time.monotonic_ns()
        reply = self.process.ask(
            request,
            operation=self.task.operation,
            threads=self.task.threads,
            seed=seed,
            samples=self.settings.samples,
            **keys,
        )
        elapsed_ns = time.monotonic_ns() - start
        batches = self.check.check(reply, seed, elapsed_ns, wanted, self._handed_over())
        if self.task.operation == "write":
            self._judge_container()
        timer = reply.get("timer_ns")
        self.timer_ns = timer if isinstance(timer, int) else 0
        return batches

    def _handed_over(self) -> list[bytes] | None:
        """Sampled encodings, where the kit hands them over: those of maps come out in another order every time."""
        if self.task.operation != "encode" or not self.output.exists():
            return None
        return Judge(self.task, self.part).frames(self.output)

    def _judge_container(self) -> None:
        """A container out of the clock, whose bytes differ from file to file: so it is read, not digested."""
        assert self.task.containers is not None
        try:
            judge_timed_container(self.output, self.task.records, self.part, self.task.containers.settings)
        except Broken as broken:
            raise Broken(TIMED_WORK, f"a container out of a timed batch: {broken}", "unverified") from None
        self.output.unlink()
