"""One cell's process in one block: started, warmed up, asked for batches while it is watched, and ended."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Self

from assay.base.files import fitting
from assay.boundaries.boundary import Bench, Run, Subject, TurnRun, Warmed
from assay.builder.builder import recipe_for
from assay.results.document import Batch, Batches, Cell, Sample, Spent
from assay.results.request import Settings
from assay.runner import cores, session
from assay.runner.process import Process
from assay.runner.usage import processor_seconds, waited_ns

SEEN = 0.03  # seconds of processor time: the kernel counts in ticks of 10 ms, of which fewer than three say nothing


class Live:
    """Use as a context manager: leaving it ends the process, whatever state it is in. All methods raise Broken."""

    def __init__(
        self, cell: Cell, subject: Subject, settings: Settings, rng: Random, folder: Path, block: int, group: int
    ) -> None:
        self.cell = cell
        self.subject = subject
        self.block = block
        self.group = group
        self.rng = rng
        self.batches: list[Batch] = []
        self.rounds: list[int] = []
        self.lead_in_seconds = 0.0  # how long the last turn's lead-in took, from request to reply
        self.turn_seconds = 0.0  # and its timed batch
        self.process: Process | None = None
        self.warmed = Warmed(0)
        self.core: int | None = None
        # Each process has a folder of its own: several are at work at the same time.
        self.folder = folder / fitting(re.sub(r"[^A-Za-z0-9]+", "-", cell.key))
        self.folder.mkdir(exist_ok=True)
        recipe = recipe_for(subject.built.contestant)
        self.bench = Bench(settings, rng, self.folder, recipe.warms_up, recipe.lead_ins)
        self._spent = Spent(start=0, load=0, warm=0, measure=0)
        self._idle_since: tuple[float, float] | None = None
        self._idle = [0.0, 0.0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.end()

    def start(self) -> None:
        """Start the process, load the records, warm up until it is steady or has had its time."""
        begin = time.monotonic()
        self.subject.before_start()
        self.process = session.start(
            self.subject.built, self.folder / "measure.log", self.bench.limits, padding=self.rng
        )
        session.greet(self.process, self.subject.built)
        self._spent.start = time.monotonic() - begin
        self.run: Run = self.subject.run(self.process, self.bench)
        begin = time.monotonic()
        self.warmed = self.run.warm()
        self._spent.load = self.warmed.load_seconds
        self._spent.warm = time.monotonic() - begin - self.warmed.load_seconds

    def stay_on(self, core: int | None) -> None:
        """From now on keep the process on that core, with all its helper threads, if it is to use one thread."""
        assert self.process is not None
        if core is not None and self.cell.way.threads == 1:
            cores.confine(self.process.popen.pid, core)
            self.core = core

    def turn(self, number: int) -> None:
        """A lead-in and a timed batch in the round of that number; the time since the turn before counts as idle."""
        assert isinstance(self.run, TurnRun) and self.process is not None
        pid = self.process.popen.pid
        if self._idle_since is not None:
            before, used = self._idle_since
            self._idle[0] += time.monotonic() - before
            self._idle[1] += max(0.0, processor_seconds(pid) - used)
        begin = time.monotonic()
        self.run.lead_in()
        waited = self._waited()
        led_in = time.monotonic()
        batch = self.run.turn()
        self.lead_in_seconds, self.turn_seconds = led_in - begin, time.monotonic() - led_in
        self._spent.measure += self.lead_in_seconds + self.turn_seconds
        now = self._waited()
        if waited is not None and now is not None:
            batch = replace(batch, wait_ns=max(0, now - waited))
        self.batches.append(batch)
        self.rounds.append(number)
        self._idle_since = time.monotonic(), processor_seconds(pid)

    def forget_turns(self) -> None:
        """What was done so far was still warming up."""
        self.batches.clear()
        self.rounds.clear()
        self._spent.warm += self._spent.measure
        self._spent.measure = 0.0
        self._idle = [0.0, 0.0]

    def _waited(self) -> int | None:
        """Of several measuring threads one waits while another works: what was taken from all is not their sum."""
        assert self.process is not None
        return waited_ns(self.process.popen.pid) if self.cell.way.threads == 1 else None

    def measured_in_turns(self, position: int, steady: bool) -> Sample:
        """End the process, and give what its turns brought."""
        assert isinstance(self.run, TurnRun)
        sample = self._sample(position, steady, self.run.timer_ns)
        sample.group = self.group
        sample.core = self.core
        if self.rounds != list(range(len(self.rounds))):
            sample.rounds = self.rounds
        waited, used = self._idle
        if waited > 0:
            sample.idle_share = round(used / waited, 4) if used >= SEEN else 0.0
        return sample

    def measured_alone(self) -> Sample:
        """Do all batches one after another, end the process, and give what they brought."""
        begin = time.monotonic()
        measured = self.run.measure()
        self._spent.measure = time.monotonic() - begin
        self.batches = measured.batches
        sample = self._sample(0, self.warmed.steady, measured.timer_ns)
        sample.parts_ns = measured.parts_ns or {}
        sample.disk_bytes = measured.disk_bytes
        return sample

    def _sample(self, position: int, steady: bool, timer_ns: int) -> Sample:
        assert self.process is not None
        ending = self.process.bye()
        return Sample(
            block=self.block,
            position=position,
            steady=steady,
            warm_batches=self.warmed.batches,
            warm_ns=self.warmed.ns,
            setup_ns=self.warmed.setup_ns,
            timer_ns=timer_ns,
            batches=Batches.of(self.batches),
            peak_rss_bytes=ending.peak_rss,
            spent=Spent(**{name: round(seconds, 3) for name, seconds in self._spent}),
        )
