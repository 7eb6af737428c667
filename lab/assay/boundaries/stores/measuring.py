"""A store in a running process: the steps of one cell in its mode, timed, samples of them judged."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from assay.boundaries.boundary import Bench, Measured, Run, Warmed
from assay.boundaries.stores.documents import Documents, judge_samples, step_keys
from assay.boundaries.stores.store import Step, Store, handed_over
from assay.boundaries.stores.task import StoreTask
from assay.data.questions import Questions, questions, write_keys
from assay.results.document import Batch
from assay.runner.broken import Broken
from assay.runner.process import Process
from assay.runner.rules import TIMED_WORK
from assay.runner.usage import processor_seconds

WARM_STEPS = 5  # timed steps of a process where a step can be done again
SECONDS_ENOUGH = 2.0  # of such steps, after which no further one is begun

# Untimed reads before them: until so many in a row are no faster than this share of the fastest, or so long.
STEADY_READS = 2
STEADY_SHARE = 0.95
SETTLING_SECONDS = 1.0

# Lists of keys that are looked up before a timed lookup: of some thousand documents they meet nearly all, of which the
# caches then have what they have in a program that looks up all day.
LED_IN_BY = 16


@dataclass(frozen=True)
class Read:
    """A read that can be asked for: the ``keys`` of its request, and how many documents it must give.

    ``asked``: the keys that are looked up, if they are. ``output``: where what is judged goes.
    """

    keys: dict[str, Any]
    count: int
    asked: list[str]
    output: Path


class StoreRun(Run):
    """``filled``: a folder with all documents in it. ``work``: where a store of the process' own is made."""

    def __init__(self, process: Process, task: StoreTask, filled: Path, bench: Bench) -> None:
        self.process, self.task, self.filled, self.bench = process, task, filled, bench
        self.way = task.way
        self.work = bench.folder / "store-work"
        shutil.rmtree(self.work, ignore_errors=True)
        self.store = Store(process, task)
        self.records = task.records.records
        self.known: Questions = questions(task.records, self.records, self.way.key)
        self.documents = Documents(task, self.known)

    def warm(self) -> Warmed:
        """Nothing goes before the first step but what the mode says: what a new store does is what is asked."""
        return Warmed(self.store.load(self.records))

    def measure(self) -> Measured:
        """One batch a timed step, and the ns of the parts of the last."""
        batches, parts = self._steps()(self.work)
        disk = size_of(self.work if self.work.exists() else self.filled)
        shutil.rmtree(self.work, ignore_errors=True)
        return Measured(batches, parts_ns=parts, disk_bytes=disk)

    def _steps(self) -> Any:
        if not self.task.what.writes:
            return self.reads
        return {"put": self.put}.get(self.task.operation, self.change)

    def put(self, work: Path) -> tuple[list[Batch], dict[str, int]]:
        """Into a new store, with opening and closing: what it takes from nothing to files that are complete."""
        work.mkdir()
        opened = self.store.open(work, create=True)
        step, batch = self.timed("put", self.records.count)
        closed = self.store.close()
        parts = {**opened.ns, **step.ns, **closed.ns}
        return [_with(batch, sum(parts.values()))], parts

    def change(self, work: Path) -> tuple[list[Batch], dict[str, int]]:
        self.at_hand(work)
        if self.task.operation == "update":
            keys = self.task.swap_keys(self.task.records.decoys)
            count = self.task.records.decoys.count
        else:
            gone = self.known.lookups(min(self.way.lookups, self.records.count), 11)
            keys = {"keys": str(write_keys(self.bench.folder / "gone.keys", gone))}
            count = len(gone)
        step, batch = self.timed(self.task.operation, count, **keys)
        self.store.close()
        return [batch], step.ns

    def reads(self, work: Path) -> tuple[list[Batch], dict[str, int]]:
        mode = self.way.mode
        opened = self.at_hand(work)
        if mode in ("cold", "page-cold"):
            step, batch = self.read()
            parts = {**opened.ns, **step.ns}
            self.store.close()
            return [_with(batch, sum(parts.values()))], parts
        usual_ns = self.settle()
        batches: list[Batch] = []
        parts = {}
        spent = 0
        while len(batches) < WARM_STEPS and (not batches or spent < SECONDS_ENOUGH * 1e9):
            if mode == "reopen" and not self.task.in_memory:
                self.store.close()
                opened = self.store.open(self.place, create=False)
            step, batch = self.read(led_in=mode == "warm" and self.bench.leads_in(usual_ns, self.bench.read_lead_in_ns))
            parts = {**opened.ns, **step.ns} if mode == "reopen" else step.ns
            batches.append(_with(batch, sum(parts.values())))
            spent += batches[-1].wall_ns
        self.store.close()
        return batches, parts

    def settle(self) -> int:
        """Reads that do not count: whatever is made at the first is there then, and what compiles at run time has.

        Gives the ns of the last.
        """
        times: list[int] = []
        while not settled(times):
            times.append(self.read()[0].total_ns)
        return times[-1]

    def at_hand(self, work: Path) -> Step:
        """Open a store that holds all documents: the filled one, or a copy where it is going to be changed."""
        self.place = self.filled
        if self.task.in_memory:
            work.mkdir()
            self.place = work
        elif self.task.what.writes:
            shutil.copytree(self.filled, work)
            self.place = work
        opened = self.store.open(self.place, create=self.task.in_memory)
        if self.task.in_memory:
            self.store.step("put")
        return opened

    def read(self, *, led_in: bool = False) -> tuple[Step, Batch]:
        """A timed read, its samples judged; if ``led_in``, straight after others that do not count.

        While the lab judges, the process waits, and its core and caches turn to other things: a read of a fraction of a
        millisecond took several times as long then as one in the middle of reads.
        """
        operation = self.task.operation
        lists = (LED_IN_BY if operation == "get" else 1) if led_in else 0
        before = [self.another(f"lead-in-{number}") for number in range(lists)]
        read = self.another("step")
        if before:
            self.lead_in(before)
        step, batch = self.timed(operation, read.count, **read.keys)
        lines = handed_over(read.output, self.way.boundary, operation)
        if (samples := read.keys["samples"]) is None:
            for data in lines:
                self.documents.judge(operation, self.documents.line(operation, data))
        else:
            judge_samples(self.documents, operation, lines, read.count, read.asked, read.keys["seed"], samples)
        return step, batch

    def lead_in(self, reads: list[Read]) -> None:
        """Do these one after another, again and again, for as long as a lead-in is; each at least once."""
        end = time.monotonic_ns() + self.bench.read_lead_in_ns
        for number, read in enumerate(cycle(reads), 1):
            self.store.step(self.task.operation, **read.keys)
            if number >= len(reads) and time.monotonic_ns() >= end:
                return

    def another(self, name: str) -> Read:
        """A read with a seed of its own, and files of this name; of lookups, with keys of its own."""
        operation = self.task.operation
        output = self.bench.folder / f"{name}.out"
        output.unlink(missing_ok=True)
        seed = self.bench.seed()
        samples = None if self.task.what.sampled == "all" else self.bench.settings.samples
        keys = step_keys(operation, self.known, self.task.batching)
        asked: list[str] = []
        if operation == "get":
            asked = self.known.lookups(self.way.lookups, seed)
            keys["keys"] = str(write_keys(self.bench.folder / f"{name}.keys", asked))
        count = {
            "get": len(asked),
            "filter": len(self.known.filtered),
            "batches": self.records.count * self.task.batching.epochs,
        }.get(operation, self.records.count)
        keys |= {"seed": seed, "samples": samples, "output": str(output)}
        return Read(keys, count, asked, output)

    def timed(self, name: str, wanted: int, **keys: Any) -> tuple[Step, Batch]:
        """A step that must be about so many documents; Broken where it is not, or reports more time than there was."""
        cpu = _cpu_ns(self.process)
        begin = time.monotonic_ns()
        step = self.store.step(name, **keys)
        elapsed = time.monotonic_ns() - begin
        if step.count != wanted:
            raise Broken(TIMED_WORK, f"{name}: {step.count} documents, expected {wanted}")
        if step.total_ns > elapsed:
            raise Broken(TIMED_WORK, f"{name}: reports {step.total_ns} ns in the clock out of {elapsed} ns in all")
        batch = Batch(
            passes=1,
            records=wanted,
            wall_ns=max(1, step.total_ns),
            cpu_ns=_cpu_ns(self.process) - cpu,
            allocated_bytes=None,
            gc_ns=None,
        )
        return step, batch


def settled(times: Sequence[int]) -> bool:
    """Whether reads that took these times, in ns, have stopped becoming faster, or have taken long enough."""
    if sum(times) >= SETTLING_SECONDS * 1e9:
        return True
    before, last = times[:-STEADY_READS], times[-STEADY_READS:]
    return bool(before) and min(last) >= STEADY_SHARE * min(before)


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder, as `ls` shows them."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _with(batch: Batch, wall_ns: int) -> Batch:
    return replace(batch, wall_ns=max(1, wall_ns))


def _cpu_ns(process: Process) -> int:
    return round(processor_seconds(process.popen.pid) * 1e9)
