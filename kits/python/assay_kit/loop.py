"""The measuring loop: whole passes, sampled outputs kept, digests made after the clock has stopped."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from assay_plain.digest import SplitMix64, combine, sample

Plan = list[tuple[int, int]]
END = object()  # what `next` gives where nothing is left


class Passes(Protocol):
    """A loop: passes of one thread's operation, with the outputs that the plan samples appended to ``kept``."""

    def __call__(
        self, work: Work, operation: Callable[[Any], Any], passes: int, plan: Plan, kept: list[Any], /
    ) -> None: ...


def _timer_cost_ns() -> int:
    """What reading the clock costs: the smallest of several means over 1,000 readings, at least 1 ns."""
    clock = time.perf_counter_ns
    means = []
    for _ in range(5):
        start = clock()
        for _ in range(1000):
            clock()
        means.append((clock() - start) / 1000)
    return max(1, math.ceil(min(means)))


TIMER_NS = _timer_cost_ns()


@dataclass(frozen=True)
class Work:
    """What a batch does.

    ``operations``: the adapter's bound method, one a thread. ``inputs``: what a pass goes over: a list of records or of
    byte strings, or the bytes of a container. ``count``: records a pass. ``passes``: the loop, one of those below.
    ``digest``: of one output; None for `write`, of which one output a batch is kept and none digested.
    """

    operations: list[Callable[[Any], Any]]
    inputs: Any
    count: int
    passes: Passes
    digest: Callable[[Any], int] | None


class Bench:
    """Batches of one operation over one record set, in one or several threads.

    ``pass_ns``: the time of a pass, None while it is not known. ``kept``: the outputs kept of the last batch, of
    thread 0.
    """

    def __init__(self, work: Work, pass_ns: float | None) -> None:
        self.work = work
        self.kept: list[Any] = []
        self.pass_ns = pass_ns

    def run(
        self, batches: int | None, seconds: float | None, min_batch_ns: int, seed: int, samples: int
    ) -> list[dict[str, Any]]:
        generator = SplitMix64(seed)
        min_ns = max(min_batch_ns, 100 * TIMER_NS)
        end = time.perf_counter_ns() + int((seconds or 0) * 1e9)
        done: list[dict[str, Any]] = []
        if self.pass_ns is None:
            self.pass_ns = self._untimed_pass()
        while len(done) < batches if batches is not None else (not done or time.perf_counter_ns() < end):
            passes = max(1, math.ceil(min_ns / self.pass_ns))
            done.append(self._batch(passes, self._plan(generator, passes, samples)))
        return done

    def once(self, seed: int, samples: int) -> dict[str, Any]:
        """A batch of one pass, with nothing done before it."""
        return self._batch(1, self._plan(SplitMix64(seed), 1, samples))

    def _plan(self, generator: SplitMix64, passes: int, samples: int) -> Plan:
        if self.work.digest is None:
            return [(generator.draw() % passes, 0)]
        return sample(generator, passes, self.work.count, samples)

    def _untimed_pass(self) -> float:
        start = time.perf_counter_ns()
        self.work.passes(self.work, self.work.operations[0], 1, [], [])
        return max(1.0, time.perf_counter_ns() - start)

    def _batch(self, passes: int, plan: Plan) -> dict[str, Any]:
        work = self.work
        kept: list[list[Any]] = [[] for _ in work.operations]
        if len(work.operations) == 1:
            wall_ns, cpu_ns = timed_passes(work, passes, plan, kept[0])
        else:
            wall_ns, cpu_ns = self._threaded(passes, plan, kept)
        self.pass_ns = max(1.0, wall_ns / passes)
        self.kept = kept[0]
        return {
            "passes": passes,
            "records": passes * work.count * len(work.operations),
            "wall_ns": wall_ns,
            "cpu_ns": cpu_ns,
            "digest": None if work.digest is None else digest_of(kept, work.digest),
            "allocated_bytes": None,  # CPython does not count allocated bytes without slowing them down
            "gc_ns": None,
        }

    def _threaded(self, passes: int, plan: Plan, kept: list[list[Any]]) -> tuple[int, int]:
        gate = threading.Barrier(len(self.work.operations) + 1)
        failures: list[BaseException] = []

        def work(operation: Callable[[Any], Any], outputs: list[Any]) -> None:
            gate.wait()
            try:
                self.work.passes(self.work, operation, passes, plan, outputs)
            except BaseException as error:  # handed to the main thread, which raises it
                failures.append(error)

        threads = [threading.Thread(target=work, args=pair) for pair in zip(self.work.operations, kept, strict=True)]
        for thread in threads:
            thread.start()
        cpu = time.process_time_ns()
        start = time.perf_counter_ns()
        gate.wait()
        for thread in threads:
            thread.join()
        spans = time.perf_counter_ns() - start, time.process_time_ns() - cpu
        if failures:
            raise failures[0]
        return spans


def digest_of(kept: list[list[Any]], digest: Callable[[Any], int]) -> str:
    """Of the outputs that the threads kept: the one they agree on, else the first that differs from thread 0's."""
    digests = [combine(digest(made) for made in outputs) for outputs in kept]
    return next((d for d in digests if d != digests[0]), digests[0])


def timed_passes(work: Work, passes: int, plan: Plan, kept: list[Any]) -> tuple[int, int]:
    cpu = time.process_time_ns()
    start = time.perf_counter_ns()
    work.passes(work, work.operations[0], passes, plan, kept)
    wall_ns = time.perf_counter_ns() - start
    return wall_ns, time.process_time_ns() - cpu


def record_passes(work: Work, operation: Callable[[Any], Any], passes: int, plan: Plan, kept: list[Any]) -> None:
    """`encode` and `decode`. A pass goes in stretches between its sampled records, so none pays for a branch."""
    position = 0
    for number in range(passes):
        records = iter(work.inputs)
        at = 0
        while position < len(plan) and plan[position][0] == number:
            index = plan[position][1]
            consume(map(operation, islice(records, index - at)))
            kept.append(operation(next(records)))
            at = index + 1
            position += 1
        consume(map(operation, records))


def write_passes(work: Work, operation: Callable[[Any], Any], passes: int, plan: Plan, kept: list[Any]) -> None:
    """`write`: one container a pass."""
    sampled = {number for number, _ in plan}
    for number in range(passes):
        made = operation(work.inputs)
        if number in sampled:
            kept.append(made)


def read_passes(work: Work, operation: Callable[[Any], Any], passes: int, plan: Plan, kept: list[Any]) -> None:
    """`read`: the whole container a pass, in the same stretches. The last record is taken by itself, and so counted."""
    position = 0
    for number in range(passes):
        records = iter(operation(work.inputs))
        at = 0
        while position < len(plan) and plan[position][0] == number:
            index = plan[position][1]
            consume(islice(records, index - at))
            kept.append(next(records, END))
            at = index + 1
            position += 1
        consume(islice(records, max(0, work.count - 1 - at)))
        last = next(records, END) if at < work.count else kept[-1]
        if last is END or next(records, END) is not END:
            raise ValueError(f"read handed over more or fewer than the {work.count} records of the container")


def consume(results: Iterator[Any]) -> None:
    """Take all that come and drop them at once: the cheapest loop that Python has."""
    deque(results, maxlen=0)
