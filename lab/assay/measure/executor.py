"""What measures one cell once, in a fresh process; and the interface of it, so that order can be tested without one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

from assay.build.builder import Built
from assay.data.recordset import RecordSet
from assay.results.document import Batch, Cell, Sample, Settings
from assay.runner import session
from assay.runner.process import Limits, Process
from assay.stats.steady import steady
from assay.verify.batches import BatchCheck
from assay.verify.proof import Proved

LARGEST_SEED = 2**53


class Executor(Protocol):
    """Measures one cell in one block. Raises Broken when the contestant breaks a rule."""

    def __call__(self, cell: Cell, block: int, position: int) -> Sample: ...


@dataclass(frozen=True)
class Subject:
    """All that measuring needs of one cell: what to start, on what, and what outputs were proved."""

    built: Built
    records: RecordSet
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
        rng = Random(f"{self.seed} {block} {cell.key}")
        with session.start(subject.built, self.folder / "measure.log", self.limits, padding=rng) as process:
            session.greet(process, subject.built)
            setup_ns = session.load(process, subject.records, decoy=True)
            cell_run = _CellRun(process, subject, cell.operation, self.settings, rng)
            cell_run.warm_on_decoys()
            session.swap(process, subject.records)
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
    """One process on its way through warm-up and measuring."""

    def __init__(self, process: Process, subject: Subject, operation: str, settings: Settings, rng: Random) -> None:
        self.process = process
        self.operation = operation
        self.settings = settings
        self.rng = rng
        self.warm: list[Batch] = []
        self.timer_ns = 0
        proved = subject.proved
        self.on_decoys = BatchCheck(proved.decoys, operation, settings.threads, settings.samples)
        self.on_records = BatchCheck(proved.records, operation, settings.threads, settings.samples)

    def warm_on_decoys(self) -> None:
        """Let whoever remembers outputs by the identity of a record learn the wrong ones."""
        self._warm(self.on_decoys, self.settings.decoy_seconds)

    def warm_until_steady(self) -> bool:
        """Warm up in chunks until the batch times are steady, or the upper bound is reached.

        The batches of warm-up are short, so that there are many of them to judge.
        """
        settings = self.settings
        begin = time.monotonic()
        while True:
            self.warm += self._warm(self.on_records, settings.warm_chunk_seconds)
            spent = time.monotonic() - begin
            if spent >= settings.warm_least_seconds and steady([b.wall_ns / b.records for b in self.warm]).is_steady:
                return True
            # Few batches cannot show steadiness: long passes get as many as they need to be judged at all.
            if spent >= settings.warm_most_seconds and len(self.warm) >= settings.measure_batches_least:
                return False

    def measure(self) -> list[Batch]:
        settings = self.settings
        last = self.warm[-1].wall_ns / self.warm[-1].passes
        batch_ns = max(settings.min_batch_ns, last)
        wanted = max(settings.measure_batches_least, round(settings.measure_seconds * 1e9 / batch_ns))
        return self._ask("measure", self.on_records, wanted=wanted, batches=wanted, min_batch_ns=settings.min_batch_ns)

    def _warm(self, check: BatchCheck, seconds: float) -> list[Batch]:
        return self._ask("warm", check, seconds=seconds, min_batch_ns=self.settings.warm_batch_ns)

    def _ask(self, request: str, check: BatchCheck, wanted: int | None = None, **keys: Any) -> list[Batch]:
        seed = self.rng.randrange(LARGEST_SEED)
        start = time.monotonic_ns()
        reply = self.process.ask(
            request,
            operation=self.operation,
            threads=self.settings.threads,
            seed=seed,
            samples=self.settings.samples,
            **keys,
        )
        elapsed_ns = time.monotonic_ns() - start
        batches = check.check(reply, seed, elapsed_ns, wanted)
        timer = reply.get("timer_ns")
        self.timer_ns = timer if isinstance(timer, int) else 0
        return batches
