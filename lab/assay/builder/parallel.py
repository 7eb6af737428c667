"""Many builds at once, as many as there are cores, with a report of what is being built and how long it will take."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass

from assay.base import capacity
from assay.builder.builder import Built, build_one
from assay.catalog.catalog import Contestant
from assay.data.recordset import RecordSet
from assay.languages.shared.recipe import end_steps
from assay.results.request import Cpu

ENDING = 0.2  # seconds between two looks whether builds that are to end have ended
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


class _Board:
    """What is still to be built, and what is being built. Each build has a thread of its own; one reports at a time."""

    def __init__(self, jobs: Sequence[Job], report: Report, until: float) -> None:
        self.jobs = jobs
        self.report = report
        self.until = until
        self.begin = time.monotonic()
        self.waiting = list(range(len(jobs)))
        self.running: list[int] = []
        self.built: dict[int, Built] = {}
        self.lock = threading.Lock()

    def work(self) -> None:
        """Build one job after another until none is left."""
        try:
            while (place := self._take()) is not None:
                job = self.jobs[place]
                self._end(place, build_one(job.contestant, job.records, job.cpu, self.until))
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Begin no further build."""
        with self.lock:
            self.waiting.clear()

    def _take(self) -> int | None:
        """The next job: one of a language that is not being built now, if there is any.

        Builds of one language share folders and mostly wait for one another there, beside a core with nothing to do.
        So the language with the most jobs left begins, unless time may end before all are built: then the order given
        says what matters.
        """
        with self.lock:
            if not self.waiting:
                return None
            busy = {self._language(place) for place in self.running}
            left = Counter(self._language(place) for place in self.waiting)
            free = [place for place in self.waiting if self._language(place) not in busy] or self.waiting
            place = free[0] if self.until < math.inf else max(free, key=lambda one: left[self._language(one)])
            self.waiting.remove(place)
            self.running.append(place)
            self._tell(None)
            return place

    def _language(self, place: int) -> str:
        return self.jobs[place].contestant.language

    def _end(self, place: int, built: Built) -> None:
        with self.lock:
            self.running.remove(place)
            self.built[place] = built
            self._tell(built)

    def _tell(self, finished: Built | None) -> None:
        names = [self.jobs[place].contestant.name for place in self.running]
        self.report(State(finished, names, len(self.built), len(self.jobs), time.monotonic() - self.begin))


def build_all(jobs: Sequence[Job], report: Report, until: float = math.inf) -> list[Built]:
    """Build every job; in the order given, whichever ends first.

    At ``until`` (`time.monotonic`) what is not built is left out.
    """
    board = _Board(jobs, report, until)
    with ThreadPoolExecutor(max_workers=capacity.cores()) as pool:
        workers: list[Future[None]] = []
        try:
            workers += (pool.submit(board.work) for _ in range(capacity.cores()))
            for worker in as_completed(workers):
                worker.result()
        except BaseException:
            board.stop()
            # Who ends the lab alone has not ended what it started, and a build may begin its next step meanwhile.
            while wait(workers, timeout=ENDING).not_done:
                end_steps()
            raise
    return [board.built[place] for place in range(len(jobs))]
