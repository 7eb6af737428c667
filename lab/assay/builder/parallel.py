"""Many builds at once, as many as there are cores, with a report of what is being built and how long it will take."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field

from assay.base import capacity
from assay.builder.builder import Built, build_one
from assay.catalog.catalog import Contestant
from assay.data.recordset import RecordSet
from assay.results.request import Cpu

ENOUGH_TO_ESTIMATE = 0.2  # of all builds, before which nothing is said of the time left


@dataclass(frozen=True)
class Job:
    """One contestant, built for one record set and one processor."""

    contestant: Contestant
    records: RecordSet
    cpu: Cpu = "baseline"


@dataclass(frozen=True)
class State:
    """How far the builds are. ``finished``: the build that has just ended; None when one has just begun."""

    finished: Built | None
    running: list[str]
    done: int
    total: int
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """By the time that those took which are done; None where these are too few to say."""
        if self.done < max(1, ENOUGH_TO_ESTIMATE * self.total):
            return None
        return self.seconds / self.done * (self.total - self.done)


Report = Callable[[State], None]


@dataclass
class _Board:
    """What runs at the moment. Builds begin in threads of their own, so there is one report at a time."""

    report: Report
    total: int
    until: float
    begin: float = field(default_factory=time.monotonic)
    running: list[str] = field(default_factory=list)
    done: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def build(self, job: Job) -> Built:
        self.note(job.contestant.name, None)
        built = build_one(job.contestant, job.records, job.cpu, self.until)
        self.note(job.contestant.name, built)
        return built

    def note(self, name: str, finished: Built | None) -> None:
        with self.lock:
            if finished is None:
                self.running.append(name)
            else:
                self.running.remove(name)
                self.done += 1
            spent = time.monotonic() - self.begin
            self.report(State(finished, list(self.running), self.done, self.total, spent))


def build_all(jobs: Sequence[Job], report: Report, until: float = math.inf) -> list[Built]:
    """Build every job; in the order given, whichever ends first.

    At ``until`` (`time.monotonic`) what is not built is left out.
    """
    board = _Board(report, len(jobs), until)
    with ThreadPoolExecutor(max_workers=capacity.cores()) as pool:
        futures = [pool.submit(board.build, job) for job in jobs]
        try:
            for future in as_completed(futures):
                future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [future.result() for future in futures]
