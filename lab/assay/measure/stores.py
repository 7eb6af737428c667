"""What measures one cell of a store once, in a fresh process: its steps in the cell's mode, samples of them judged."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psutil

from assay.builder.builder import Built
from assay.data.questions import Questions, questions, write_keys
from assay.errors import AssayError
from assay.measure import cold
from assay.results.document import Batch, Cell, Sample, Settings
from assay.rules import CONTRACT, TIMED_WORK
from assay.runner import session
from assay.runner.process import Broken, Limits, Process
from assay.runner.store import Step, Store, handed_over
from assay.runner.task import Task
from assay.verify.documents import Documents, judge_samples, step_keys

LARGEST_SEED = 2**53
WARM_STEPS = 5  # timed steps of a process where a step can be done again
SECONDS_ENOUGH = 2.0  # of such steps, after which no further one is begun


@dataclass(frozen=True)
class StoreSubject:
    """All that measuring needs of one cell of a store. ``filled``: a folder with all documents in it."""

    built: Built
    task: Task
    filled: Path


class StoreExecutor:
    """Measures cells of stores. ``subjects``: by the key of the cell."""

    def __init__(self, subjects: dict[str, StoreSubject], settings: Settings, seed: int, folder: Path) -> None:
        self.subjects = subjects
        self.settings = settings
        self.seed = seed
        self.folder = folder
        self.limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)

    def __call__(self, cell: Cell, block: int, position: int) -> Sample:
        subject = self.subjects[cell.key]
        way = subject.task.store
        assert way is not None
        rng = Random(f"{self.seed} {block} {cell.key}")
        work = self.folder / "store-work"
        shutil.rmtree(work, ignore_errors=True)
        if way.mode == "page-cold":
            try:
                cold.drop(subject.filled)
            except AssayError as error:
                raise Broken(CONTRACT, str(error), "unsupported") from None
        with session.start(subject.built, self.folder / "measure.log", self.limits, padding=rng) as process:
            session.greet(process, subject.built)
            one = _Cell(process, subject, self.folder, rng, self.settings.samples)
            setup_ns = one.store.load(subject.task.records.records)
            batches, parts = one.measure(work)
            disk = size_of(work if work.exists() else subject.filled)
            ending = process.bye()
        shutil.rmtree(work, ignore_errors=True)
        return Sample(
            block=block,
            position=position,
            steady=True,
            warm_batches=0,
            warm_ns=0,
            setup_ns=setup_ns,
            timer_ns=0,
            batches=batches,
            parts_ns=parts,
            disk_bytes=disk,
            peak_rss_bytes=ending.peak_rss,
        )


class _Cell:
    """One process of one cell."""

    def __init__(self, process: Process, subject: StoreSubject, folder: Path, rng: Random, samples: int) -> None:
        self.process, self.subject, self.folder, self.rng, self.samples = process, subject, folder, rng, samples
        self.task = subject.task
        assert self.task.store is not None
        self.way = self.task.store
        self.store = Store(process, self.task)
        self.records = self.task.records.records
        self.known: Questions = questions(self.task.records, self.records, self.way.key)
        self.documents = Documents(self.task, self.records, self.known)

    def measure(self, work: Path) -> tuple[list[Batch], dict[str, int]]:
        """The batches, one a timed step, and the ns of the parts of the last."""
        match self.task.operation:
            case "put":
                return self.put(work)
            case "update" | "delete":
                return self.change(work)
            case _:
                return self.reading(work)

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
        keys: dict[str, Any] = {}
        if self.task.operation == "update":
            decoys = self.task.records.decoys
            files = self.task.swap_keys(decoys)
            keys = {"records": files["records"], "encoded": files["encoded"], "count": decoys.count}
            count = decoys.count
        else:
            gone = self.known.lookups(min(self.way.lookups, self.records.count), 11)
            keys = {"keys": str(write_keys(self.folder / "gone.keys", gone))}
            count = len(gone)
        step, batch = self.timed(self.task.operation, count, **keys)
        self.store.close()
        return [batch], step.ns

    def reading(self, work: Path) -> tuple[list[Batch], dict[str, int]]:
        mode = self.way.mode
        opened = self.at_hand(work)
        if mode in ("cold", "page-cold"):
            step, batch = self.read()
            parts = {**opened.ns, **step.ns}
            self.store.close()
            return [_with(batch, sum(parts.values()))], parts
        self.read()  # whatever is made at the first reading is there now
        batches: list[Batch] = []
        parts = {}
        spent = 0
        while len(batches) < WARM_STEPS and (not batches or spent < SECONDS_ENOUGH * 1e9):
            if mode == "reopen" and self.way.durability != "D0":
                self.store.close()
                opened = self.store.open(self.place, create=False)
            step, batch = self.read()
            parts = {**opened.ns, **step.ns} if mode == "reopen" else step.ns
            batches.append(_with(batch, sum(parts.values())))
            spent += batches[-1].wall_ns
        self.store.close()
        return batches, parts

    def at_hand(self, work: Path) -> Step:
        """Open a store that holds all documents: the filled one, or a copy where it is going to be changed."""
        self.place = self.subject.filled
        if self.way.durability == "D0":
            work.mkdir()
            self.place = work
        elif self.task.operation in ("update", "delete"):
            shutil.copytree(self.subject.filled, work)
            self.place = work
        opened = self.store.open(self.place, create=self.way.durability == "D0")
        if self.way.durability == "D0":
            self.store.step("put")
        return opened

    def read(self) -> tuple[Step, Batch]:
        operation = self.task.operation
        output = self.folder / "step.out"
        output.unlink(missing_ok=True)
        seed = self.rng.randrange(LARGEST_SEED)
        samples = None if operation == "filter" else self.samples
        keys = step_keys(operation, self.known, self.way.batching)
        asked: list[str] = []
        if operation == "get":
            asked = self.known.lookups(self.way.lookups, seed)
            keys["keys"] = str(write_keys(self.folder / "lookups.keys", asked))
        count = {
            "get": len(asked),
            "filter": len(self.known.filtered),
            "batches": self.records.count * self.way.batching.epochs,
        }.get(operation, self.records.count)
        step, batch = self.timed(operation, count, seed=seed, samples=samples, output=str(output), **keys)
        lines = handed_over(output, self.way.boundary, operation)
        if samples is None:
            for data in lines:
                self.documents.judge(operation, self.documents.line(operation, data))
        else:
            judge_samples(self.documents, operation, lines, count, asked, seed, samples)
        return step, batch

    def timed(self, name: str, wanted: int, **keys: Any) -> tuple[Step, Batch]:
        """A step that must be about so many documents; Broken where it is not, or tells of more time than there was."""
        cpu = _cpu_ns(self.process)
        begin = time.monotonic_ns()
        step = self.store.step(name, **keys)
        elapsed = time.monotonic_ns() - begin
        if step.count != wanted:
            raise Broken(TIMED_WORK, f"{name}: {step.count} documents, {wanted} are right", "unverified")
        if step.total_ns > elapsed:
            raise Broken(TIMED_WORK, f"{name}: tells of {step.total_ns} ns in the clock during {elapsed} ns in all")
        batch = Batch(
            passes=1,
            records=wanted,
            wall_ns=max(1, step.total_ns),
            cpu_ns=_cpu_ns(self.process) - cpu,
            allocated_bytes=None,
            gc_ns=None,
        )
        return step, batch


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder, as `ls` tells them."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _with(batch: Batch, wall_ns: int) -> Batch:
    return batch.model_copy(update={"wall_ns": max(1, wall_ns)})


def _cpu_ns(process: Process) -> int:
    """Processor time of a contestant's process so far."""
    try:
        times = psutil.Process(process.popen.pid).cpu_times()
    except psutil.Error:
        return 0
    return round((times.user + times.system) * 1e9)
