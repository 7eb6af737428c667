"""What measures one cell once, in a fresh process; and the interface of it, so that order can be tested without one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Protocol

from assay.boundary import Bench, Subject
from assay.results.document import Cell, Sample
from assay.results.request import Settings
from assay.runner import session
from assay.runner.process import Limits


class Executor(Protocol):
    """Measures one cell in one block. Raises Broken when the contestant breaks a rule."""

    def __call__(self, cell: Cell, block: int, position: int) -> Sample: ...


class ProcessExecutor:
    """The real one. ``subjects``: by the key of the cell."""

    def __init__(self, subjects: Mapping[str, Subject], settings: Settings, seed: int, folder: Path) -> None:
        self.subjects = subjects
        self.settings = settings
        self.seed = seed
        self.folder = folder
        self.limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)

    def __call__(self, cell: Cell, block: int, position: int) -> Sample:
        subject = self.subjects[cell.key]
        rng = Random(f"{self.seed} {block} {cell.key}")
        subject.before_start()
        with session.start(subject.built, self.folder / "measure.log", self.limits, padding=rng) as process:
            session.greet(process, subject.built)
            run = subject.run(process, Bench(self.settings, rng, self.folder))
            warmed = run.warm()
            measured = run.measure()
            ending = process.bye()
        return Sample(
            block=block,
            position=position,
            steady=warmed.steady,
            warm_batches=warmed.batches,
            warm_ns=warmed.ns,
            setup_ns=warmed.setup_ns,
            timer_ns=measured.timer_ns,
            batches=measured.batches,
            parts_ns=measured.parts_ns or {},
            disk_bytes=measured.disk_bytes,
            peak_rss_bytes=ending.peak_rss,
        )
