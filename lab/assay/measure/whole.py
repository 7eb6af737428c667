"""Whole processes beside the pure operations: every cell in every round, in random order; and, where a runtime compiles
while it runs, the same pass asked of a process that is warmed up."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

from assay.builder.builder import recipe_for
from assay.measure.executor import LARGEST_SEED, Subject
from assay.progress import Progress
from assay.results.document import Cell, Document, WholeProcess
from assay.rules import TIMED_WORK
from assay.runner import hyperfine, session
from assay.runner.process import Broken, Limits
from assay.verify.batches import BatchCheck
from assay.verify.container import judge_timed_container
from assay.verify.outputs import Judge


def measure_processes(document: Document, subjects: dict[str, Subject], folder: Path, progress: Progress) -> None:
    """Time whole processes of all measured cells, so many rounds as the settings say. What fails loses its row only."""
    settings = document.plan.settings
    single = [c for c in document.cells if not c.control and c.threads == 1]
    cells = [c for c in single if c.status == "measured" and c.key in subjects]
    limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)
    for cell in cells:
        cell.whole = WholeProcess()
    for number in range(settings.process_rounds):
        progress.now(f"whole processes, round {number + 1} of {settings.process_rounds}")
        rng = Random(f"whole {document.plan.seed} {number}")
        order = list(cells)
        rng.shuffle(order)
        for cell in order:
            assert cell.whole is not None
            if not cell.whole.reason:
                try:
                    _cold(cell, subjects[cell.key], folder, rng, limits, settings.samples)
                except Broken as broken:
                    cell.whole = WholeProcess(reason=broken.reason)
    for cell in cells:
        if cell.whole and not cell.whole.reason and recipe_for(subjects[cell.key].built.contestant).warms_up:
            progress.now(f"warmed up: {cell.key}")
            try:
                _warm(cell, subjects[cell.key], document, folder, limits)
            except Broken as broken:
                cell.whole = WholeProcess(reason=broken.reason)


def _cold(cell: Cell, subject: Subject, folder: Path, rng: Random, limits: Limits, samples: int) -> None:
    assert cell.whole is not None
    seed = rng.randrange(LARGEST_SEED)
    # The first run of all brings the files into the page cache and counts for nothing.
    for _ in range(1 if cell.whole.cold else 2):
        whole = hyperfine.run_once(subject.built, subject.task, folder, seed, samples, limits.reply)
        _check(subject, whole.reply, seed, samples, round(whole.seconds * 1e9), folder / "once.out")
    cell.whole.cold.append(whole.seconds)


def _warm(cell: Cell, subject: Subject, document: Document, folder: Path, limits: Limits) -> None:
    """From sending the request for one pass to having the reply, in a process that has done the same for a while."""
    assert cell.whole is not None
    settings = document.plan.settings
    rng = Random(f"warm {document.plan.seed} {cell.key}")
    output = folder / "once.out"
    keys: dict[str, Any] = {"operation": subject.task.operation, "samples": settings.samples, "output": str(output)}
    with session.start(subject.built, folder / "whole.log", limits) as process:
        session.greet(process, subject.built)
        session.load(process, subject.task, subject.task.records.records)
        process.ask(
            "warm", seconds=settings.warm_most_seconds, min_batch_ns=settings.warm_batch_ns, threads=1, seed=1, **keys
        )
        for _ in range(settings.process_rounds):
            seed = rng.randrange(LARGEST_SEED)
            begin = time.monotonic_ns()
            reply = process.ask("once", seed=seed, **keys)
            elapsed = time.monotonic_ns() - begin
            _check(subject, reply, seed, settings.samples, elapsed, output)
            cell.whole.warm.append(elapsed / 1e9)
        process.bye()


def _check(subject: Subject, reply: dict[str, Any], seed: int, samples: int, elapsed_ns: int, output: Path) -> None:
    """The one pass must have done what was proved. A library whose bytes differ in every process hands them over."""
    task, part = subject.task, subject.task.records.records
    if task.operation == "write":
        assert task.containers is not None
        try:
            judge_timed_container(output, task.records, part, task.containers.settings)
        except Broken as broken:
            raise Broken(TIMED_WORK, f"the container of a whole process: {broken}", "unverified") from None
    judge = Judge(task, part)
    check = BatchCheck(subject.proved.records, part.count, task.operation, 1, samples, judge.same_value)
    handed_over = judge.frames(output) if task.operation == "encode" and output.exists() else None
    check.check({"batches": [reply.get("batch")]}, seed, elapsed_ns, 1, handed_over)
