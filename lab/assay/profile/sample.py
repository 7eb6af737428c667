"""One contestant's process, warmed up, and measured while a profiler samples it."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.boundaries.boundary import Bench, Subject, TurnRun
from assay.builder.builder import Built, recipe_for
from assay.catalog.catalog import Catalog, Contestant
from assay.languages.sampling.sampler import Sampled, Sampler
from assay.languages.sampling.stacks import Stacks
from assay.profile.languages import profiling_of
from assay.profile.subject import Wanted, prepared, settings
from assay.runner import session
from assay.runner.broken import Broken

TURNS = 25  # batches that are clocked


@dataclass(frozen=True)
class Allocations:
    """``stacks``: in units for one record. ``why_not``: where there are none."""

    stacks: Stacks | None
    words: str = ""
    unit: str = "bytes"
    why_not: str = ""


@dataclass(frozen=True)
class Profile:
    """What was found of one contestant. ``stacks``: in nanoseconds for one record, without what leads to the loop.

    Those of other threads come on top of the time that a record takes.
    """

    contestant: str
    version: str
    workload: str
    operation: str
    words: str
    seconds: float
    records: int
    stacks: Stacks
    allocations: Allocations

    @property
    def title(self) -> str:
        return f"{self.contestant} {self.workload} {self.operation}"


def profile(catalog: Catalog, contestant: Contestant, wanted: Wanted, folder: Path, progress: Progress) -> Profile:
    """AssayError where something is missing, or not proved, or the profiler fails."""
    how = profiling_of(contestant)
    folder.mkdir(parents=True)
    subject = prepared(catalog, contestant, wanted, folder, progress)
    sampled = Sampled(contestant, folder)
    time = how.time(sampled)
    found, ns, _ = _measured(subject, time, folder, wanted, progress, "time")
    allocations = Allocations(None, why_not=how.allocations) if isinstance(how.allocations, str) else None
    return Profile(
        contestant=contestant.name,
        version=contestant.manifest.version,
        workload=subject.task.records.workload,
        operation=subject.task.operation,
        words=time.words,
        seconds=wanted.seconds,
        records=subject.task.records.facts.count,
        stacks=found.without_trunk().scaled(ns),
        allocations=allocations or _allocations(subject, how.allocations, sampled, wanted, progress),
    )


def _allocations(
    subject: Subject, sampler: Callable[[Sampled], Sampler] | str, sampled: Sampled, wanted: Wanted, progress: Progress
) -> Allocations:
    assert not isinstance(sampler, str)
    made = sampler(sampled)
    found, _, records = _measured(subject, made, sampled.folder, wanted, progress, "allocations")
    stacks = found.without_trunk()
    return Allocations(stacks.scaled(stacks.main / records), made.words, made.unit)


def _measured(
    subject: Subject, sampler: Sampler, folder: Path, wanted: Wanted, progress: Progress, what: str
) -> tuple[Stacks, float, int]:
    """The stacks, how long a record took before it was sampled, in ns, and how many were done while it was."""
    built, task = subject.built, subject.task
    assert built.start is not None
    progress.now(f"{built.contestant.name} {task.label}: warming up, then {wanted.seconds:g} s of {what}")
    starting = Built(built.contestant, sampler.starting(built.start))
    rng = Random(f"profile {wanted.seed} {what}")
    bench = Bench(settings(wanted), rng, folder, recipe_for(built.contestant).warms_up)
    subject.before_start()
    try:
        with session.start(starting, folder / f"{what}.log", bench.limits) as process:
            session.greet(process, built)
            run = subject.run(process, bench)
            assert isinstance(run, TurnRun)  # stores alone may be none
            run.warm()
            # Before anything stops the process to look at it, which some profilers do often and for long.
            clocked = [run.turn() for _ in range(TURNS)]
            sampler.begin(process.popen.pid)
            try:
                batches = run.measure().batches
                sampler.end()
            finally:
                sampler.stop()
            process.bye()
    except Broken as broken:
        raise AssayError(
            f"{built.contestant.name} {task.label} failed while it was profiled: {broken.reason}"
        ) from None
    progress.now(f"reading the samples of {built.contestant.name}")
    stacks = sampler.stacks()
    if not stacks.main:
        raise AssayError(f"{built.contestant.name}: the profiler has no samples; take more --seconds")
    # The shorter of the two clocks: who else works on the machine takes the core, helper threads add to work.
    ns = statistics.median(min(batch.wall_ns, batch.cpu_ns or batch.wall_ns) / batch.records for batch in clocked)
    return stacks, ns, sum(batch.records for batch in batches)
