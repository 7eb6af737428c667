"""Whole processes beside the pure operations: every cell in every round, in random order; and, where a runtime compiles
while it runs, the same pass asked of a process that is warmed up."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from assay.base.progress import Progress
from assay.boundaries.boundary import LARGEST_SEED, Subject
from assay.builder.builder import recipe_for
from assay.results.document import Cell, Document, WholeProcess
from assay.runner import hyperfine, session
from assay.runner.broken import Broken
from assay.runner.process import Limits


def measure_processes(document: Document, subjects: Mapping[str, Subject], folder: Path, progress: Progress) -> None:
    """Time whole processes of all measured cells, so many rounds as the settings say. What fails loses its row only."""
    settings = document.plan.settings
    single = [c for c in document.cells if not c.control and c.way.threads == 1]
    cells = [c for c in single if c.status == "measured" and c.key in subjects and subjects[c.key].whole]
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
    # The first run of all brings the files into the page cache and does not count.
    for _ in range(1 if cell.whole.cold else 2):
        whole = hyperfine.run_once(subject.built, subject.task, folder, seed, samples, limits.reply)
        subject.check_once(whole.reply, seed, round(whole.seconds * 1e9), folder / "once.out", samples)
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
            "warm", seconds=settings.warm_max_seconds, min_batch_ns=settings.warm_batch_ns, threads=1, seed=1, **keys
        )
        for _ in range(settings.process_rounds):
            seed = rng.randrange(LARGEST_SEED)
            begin = time.monotonic_ns()
            reply = process.ask("once", seed=seed, **keys)
            elapsed = time.monotonic_ns() - begin
            subject.check_once(reply, seed, elapsed, output, settings.samples)
            cell.whole.warm.append(elapsed / 1e9)
        process.bye()
