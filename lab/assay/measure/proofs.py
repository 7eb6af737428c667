"""Proving contestants: as many at a time as cores and memory allow, their outcomes in the order of the contestants.

What rests on times is confirmed by proofs that look for longer, so a neighbour delays a proof and does not change it.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from assay.base import capacity
from assay.base.progress import duration
from assay.boundaries.boundary import Outcome, Place
from assay.boundaries.every import BOUNDARIES
from assay.builder.builder import Built
from assay.results.document import ContestantFacts
from assay.runner import process
from assay.runner.broken import NotBuilt
from assay.runner.task import Task

UNPROVED = "no time was left to prove it"


@dataclass(frozen=True)
class ToProve:
    """What is to be proved of one contestant with one record set."""

    built: Built
    tasks: Sequence[Task[Any]]


def prove_all(
    asked: Sequence[ToProve], facts: dict[str, ContestantFacts], place: Place, until: float = math.inf
) -> Generator[tuple[ToProve, list[Outcome]], None, None]:
    """Each of them with its outcomes in the order of its tasks. Close it, so that no proof goes on where it is left.

    ``facts``: takes what contestants say of themselves. ``until`` (`time.monotonic`): after that no proof begins.
    """
    course = _Course(facts, place, until, len(asked))
    with ThreadPoolExecutor(_workers(asked, place)) as pool:
        begun = [pool.submit(course.prove, one) for one in asked]
        try:
            for one, outcomes in zip(asked, begun, strict=True):
                yield one, outcomes.result()
        except BaseException:
            _stop(pool, begun)
            raise


def _workers(asked: Sequence[ToProve], place: Place) -> int:
    """How many proofs run at a time: what the memory holds, too, if each process takes all that it may."""
    if not all(BOUNDARIES[task.way.kind].proves_beside for one in asked for task in one.tasks):
        return 1
    return max(1, min(capacity.cores(), capacity.free_memory() // place.limits.memory))


def _stop(pool: ThreadPoolExecutor, begun: Sequence[Future[list[Outcome]]]) -> None:
    """Wait for no contestant: a proof that has lost its process may still begin another one."""
    pool.shutdown(wait=False, cancel_futures=True)
    running = [one for one in begun if not one.cancelled()]
    while wait(running, timeout=0.05).not_done:
        process.kill_all()


class _Course:
    def __init__(self, facts: dict[str, ContestantFacts], place: Place, until: float, total: int) -> None:
        self.facts = facts
        self.place = place
        self.until = until
        self.total = total
        self.done = 0
        self.begin = time.monotonic()
        self.lock = threading.Lock()

    def prove(self, one: ToProve) -> list[Outcome]:
        built = one.built
        if built.start is None:
            outcomes = _of_all(one, NotBuilt("failed" if built.status == "ready" else built.status, built.reason))
        elif time.monotonic() > self.until:
            outcomes = _of_all(one, NotBuilt("left-out", UNPROVED))
        else:
            outcomes = self._outcomes(one)
        with self.lock:
            self.done += 1
        return outcomes

    def _outcomes(self, one: ToProve) -> list[Outcome]:
        name = one.built.contestant.name
        # What was proved stays there, and is looked at again.
        folder = self.place.folder / "proof" / one.tasks[0].records.folder.name / name.replace("/", "-")
        folder.mkdir(parents=True, exist_ok=True)
        place = Place(self.place.limits, folder, self._now)
        found: dict[Task[Any], Outcome] = {}
        for boundary in BOUNDARIES.values():
            if mine := [task for task in one.tasks if task.way.kind == boundary.kind]:
                proved = boundary.prove(one.built, mine, place)
                found |= dict(zip(mine, proved.outcomes, strict=True))
                if proved.runtime:
                    facts = self.facts[name]
                    facts.runtime, facts.loaded, facts.engine = proved.runtime, proved.version, proved.engine
        return [found[task] for task in one.tasks]

    def _now(self, text: str) -> None:
        left = (time.monotonic() - self.begin) / self.done * (self.total - self.done) if self.done else 0
        self.place.now(text + (f", about {duration(left)} left" if left else ""))


def _of_all(one: ToProve, broken: NotBuilt) -> list[Outcome]:
    return [Outcome(task, broken) for task in one.tasks]
