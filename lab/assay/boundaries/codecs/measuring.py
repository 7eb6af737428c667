"""A codec or container in a running process: warmed up until it is steady, timed in batches, every batch checked."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

from assay.boundaries.boundary import Bench, Measured, TurnRun, Warmed
from assay.boundaries.codecs import proof
from assay.boundaries.codecs.batches import BatchCheck
from assay.boundaries.codecs.outputs import Outputs, Reread
from assay.boundaries.codecs.proof import Proved
from assay.boundaries.codecs.task import ProvableTask
from assay.data.recordset import Part
from assay.results.document import Batch
from assay.runner import session
from assay.runner.process import Process
from assay.stats.steady import steady


class CodecRun(TurnRun):
    """``reader``: reads bytes that have no reference; None where there is one."""

    def __init__(
        self, process: Process, task: ProvableTask[Any], proved: Proved, reader: Reread | None, bench: Bench
    ) -> None:
        self.process = process
        self.task = task
        self.proved = proved
        self.reader = reader
        self.bench = bench
        self.settings = bench.settings
        self.output = bench.folder / "measure.out"
        self.warm_batches: list[Batch] = []

    def warm(self) -> Warmed:
        records = self.task.records
        begin = time.monotonic()
        setup_ns = session.load(self.process, self.task, records.decoys)
        load_seconds = time.monotonic() - begin
        self._warm_on_decoys()
        session.swap(self.process, self.task, records.records)
        is_steady = self._warm_until_steady()
        return Warmed(
            setup_ns, load_seconds, is_steady, len(self.warm_batches), sum(b.wall_ns for b in self.warm_batches)
        )

    def measure(self) -> Measured:
        settings = self.settings
        batch_ns = max(settings.min_batch_ns, self._pass_ns())
        wanted = max(settings.min_batches, round(settings.measure_seconds * 1e9 / batch_ns))
        batches = self._ask("measure", wanted, batches=wanted, min_batch_ns=settings.min_batch_ns)
        return Measured(batches, self.timer_ns)

    def lead_in(self) -> None:
        """An untimed batch, if passes are short."""
        lead_in_ns = self.bench.lead_in_ns
        if self.bench.leads_in(self._pass_ns(), lead_in_ns):
            self._ask("measure", 1, batches=1, min_batch_ns=lead_in_ns)

    def turn(self) -> Batch:
        return self._ask("measure", 1, batches=1, min_batch_ns=self.settings.turn_ns)[0]

    def _pass_ns(self) -> float:
        return statistics.median(batch.wall_ns / batch.passes for batch in self.warm_batches[-5:])

    def _warm_on_decoys(self) -> None:
        """Let a contestant that remembers outputs by the identity of a record learn the wrong ones."""
        self._expect(self.proved.decoys, self.task.records.decoys)
        self._warm(self.settings.decoy_seconds)

    def _warm_until_steady(self) -> bool:
        """Warm up in chunks until the batch times are steady, or the upper bound is reached.

        The batches of warm-up are short, so that there are many of them to judge.
        """
        settings = self.settings
        self._expect(self.proved.records, self.task.records.records)
        begin = time.monotonic()
        while True:
            self.warm_batches += self._warm(settings.warm_chunk_seconds)
            spent = time.monotonic() - begin
            # The shorter of the two clocks: who warms up at the same time takes the core, helper threads add to work.
            times = [min(b.wall_ns, b.cpu_ns or b.wall_ns) / b.records for b in self.warm_batches]
            if spent >= self.bench.warm_min_seconds and steady(times).is_steady:
                return True
            # Few batches cannot show steadiness: long passes get as many as they need to be judged at all.
            if spent >= self.bench.warm_max_seconds and len(self.warm_batches) >= settings.min_batches:
                return False

    def _expect(self, proved: Outputs, part: Part) -> None:
        """From now on the outputs of timed batches must be those that were proved for this part.

        A library that encodes in other bytes than the reference may order a map differently in every process, so its
        bytes are proved again in the very process that is measured.
        """
        self.part = part
        encodes = self.task.what.gives == "encoded"
        if encodes and not proved.identical:
            path = self.bench.folder / f"{part.name}.out"
            proved = proof.outputs(self.process, self.task, part, path, self.reader, proved.of_each)
        self.check = BatchCheck(
            proved,
            part.count,
            self.task.what,
            self.task.way.threads,
            self.settings.samples,
            self.task.judge_of(part).same_value if encodes else None,
        )

    def _warm(self, seconds: float) -> list[Batch]:
        return self._ask("warm", None, seconds=seconds, min_batch_ns=self.settings.warm_batch_ns)

    def _ask(self, request: str, wanted: int | None, **keys: Any) -> list[Batch]:
        seed = self.bench.seed()
        if self.task.what.makes_bytes:
            keys["output"] = str(self.output)
            self.output.unlink(missing_ok=True)
        start = time.monotonic_ns()
        reply = self.process.ask(
            request,
            operation=self.task.operation,
            threads=self.task.way.threads,
            seed=seed,
            samples=self.settings.samples,
            **keys,
        )
        elapsed_ns = time.monotonic_ns() - start
        handed_over = self.task.handed_over(self.part, self.output)
        batches = self.check.check(reply, seed, elapsed_ns, wanted, handed_over)
        self.task.judge_whole(self.part, self.output)
        timer = reply.get("timer_ns")
        self.timer_ns = timer if isinstance(timer, int) else 0
        return batches


def check_once(
    task: ProvableTask[Any],
    proved: Proved,
    reply: dict[str, Any],
    seed: int,
    elapsed_ns: int,
    output: Path,
    samples: int,
) -> None:
    """The one pass of `once` must have done what was proved. A library whose bytes differ hands them over."""
    part = task.records.records
    task.judge_whole(part, output)
    check = BatchCheck(proved.records, part.count, task.what, 1, samples, task.judge_of(part).same_value)
    check.check({"batches": [reply.get("batch")]}, seed, elapsed_ns, 1, task.handed_over(part, output))
