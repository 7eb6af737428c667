"""The measuring loop: whole passes, sampled outputs kept, digests made after the clock has stopped."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any

from assay.data.digest import SplitMix64, combine, sample

Plan = list[tuple[int, int]]


def _timer_cost_ns() -> int:
    """What reading the clock costs: the least of several means over 1,000 readings, at least 1 ns."""
    clock = time.perf_counter_ns
    means = []
    for _ in range(5):
        start = clock()
        for _ in range(1000):
            clock()
        means.append((clock() - start) / 1000)
    return max(1, math.ceil(min(means)))


TIMER_NS = _timer_cost_ns()


class Bench:
    """Batches of one operation over one record set, in one or several threads.

    ``operations``: the adapter's bound method, one a thread. ``inputs``: what it is called with. ``digest``: of one
    output. ``pass_ns``: the time of a pass as far as it is known.
    """

    def __init__(
        self,
        operations: list[Callable[[Any], Any]],
        inputs: list[Any],
        digest: Callable[[Any], int],
        pass_ns: float | None,
    ) -> None:
        self.operations = operations
        self.inputs = inputs
        self.digest = digest
        self.pass_ns = pass_ns or self._untimed_pass()

    def run(
        self, batches: int | None, seconds: float | None, min_batch_ns: int, seed: int, samples: int
    ) -> list[dict[str, Any]]:
        generator = SplitMix64(seed)
        least_ns = max(min_batch_ns, 100 * TIMER_NS)
        end = time.perf_counter_ns() + int((seconds or 0) * 1e9)
        done: list[dict[str, Any]] = []
        while len(done) < batches if batches is not None else (not done or time.perf_counter_ns() < end):
            passes = max(1, math.ceil(least_ns / self.pass_ns))
            plan = sample(generator, passes, len(self.inputs), samples)
            done.append(self._batch(passes, plan))
        return done

    def _untimed_pass(self) -> float:
        start = time.perf_counter_ns()
        consume(map(self.operations[0], self.inputs))
        return max(1.0, time.perf_counter_ns() - start)

    def _batch(self, passes: int, plan: Plan) -> dict[str, Any]:
        kept: list[list[Any]] = [[] for _ in self.operations]
        if len(self.operations) == 1:
            wall_ns, cpu_ns = timed_passes(self.operations[0], self.inputs, passes, plan, kept[0])
        else:
            wall_ns, cpu_ns = self._threaded(passes, plan, kept)
        self.pass_ns = max(1.0, wall_ns / passes)
        digests = [combine(self.digest(made) for made in outputs) for outputs in kept]
        odd = next((d for d in digests if d != digests[0]), digests[0])
        return {
            "passes": passes,
            "records": passes * len(self.inputs) * len(self.operations),
            "wall_ns": wall_ns,
            "cpu_ns": cpu_ns,
            "digest": odd,
            "allocated_bytes": None,  # CPython does not count allocated bytes without slowing them down
            "gc_ns": None,
        }

    def _threaded(self, passes: int, plan: Plan, kept: list[list[Any]]) -> tuple[int, int]:
        gate = threading.Barrier(len(self.operations) + 1)
        failures: list[BaseException] = []

        def work(operation: Callable[[Any], Any], outputs: list[Any]) -> None:
            gate.wait()
            try:
                run_passes(operation, self.inputs, passes, plan, outputs)
            except BaseException as error:  # handed to the main thread, which raises it
                failures.append(error)

        threads = [threading.Thread(target=work, args=pair) for pair in zip(self.operations, kept, strict=True)]
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


def timed_passes(
    operation: Callable[[Any], Any], inputs: list[Any], passes: int, plan: Plan, kept: list[Any]
) -> tuple[int, int]:
    cpu = time.process_time_ns()
    start = time.perf_counter_ns()
    run_passes(operation, inputs, passes, plan, kept)
    wall_ns = time.perf_counter_ns() - start
    return wall_ns, time.process_time_ns() - cpu


def run_passes(operation: Callable[[Any], Any], inputs: list[Any], passes: int, plan: Plan, kept: list[Any]) -> None:
    """The passes of one batch. Each goes in stretches between its sampled records, so none pays for a branch."""
    position = 0
    for number in range(passes):
        records = iter(inputs)
        at = 0
        while position < len(plan) and plan[position][0] == number:
            index = plan[position][1]
            consume(map(operation, islice(records, index - at)))
            kept.append(operation(next(records)))
            at = index + 1
            position += 1
        consume(map(operation, records))


def consume(results: map[Any]) -> None:
    """Call for every record and drop what comes back at once: the cheapest loop that Python has."""
    deque(results, maxlen=0)
