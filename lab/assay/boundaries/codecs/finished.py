"""Proof that decoded values are finished: nothing is left to the first reading of them, by how long things take.

Minima over rounds cannot tell on a busy machine: decoding may be so short that it is undisturbed in some round, and
reading so long that it never is. So only what was done in turns, in one round of `inspect`, is compared; of as
few records as make a step shorter than a turn of the scheduler; and what counts is in how many rounds a decoder left
more than it did. A disturbed round speaks against it as often as for it.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.boundaries.codecs.task import ProvableTask
from assay.data.recordset import Part
from assay.runner import session
from assay.runner.broken import Broken, Suspected
from assay.runner.process import Process
from assay.runner.rules import CONTRACT, FINISHED

STEP_NS = 1_000_000  # how long reading the records may take: turns of the scheduler last some milliseconds
MOST_ROUNDS = 99
# Loaded values may be of another make than decoded ones (a library takes plain objects and gives its own class), and
# cost less to read for that alone. Who works a value out at each reading leaves many times what it did.
OTHER_MAKE = 2
# To load again makes code again where a library generates it.
WARM = {"seconds": 0.05, "min_batch_ns": 5_000_000, "threads": 1, "seed": 1, "samples": 0}
REPLY = ("operation_ns", "first_read_ns", "second_read_ns", "loaded_read_ns")


@dataclass(frozen=True)
class Round:
    """Nanoseconds a record, one step after the other: to decode, to read, to read again, to read loaded values."""

    operation: float
    first: float
    second: float
    loaded: float


@dataclass(frozen=True)
class Left:
    """Work left to the first reading: median ns a record, and in how many of the rounds it was too much.

    Too much is more than ``times`` what decoding took.
    """

    ns: float
    more: int
    rounds: int
    times: int

    @property
    def is_most(self) -> bool:
        """Whether it is clear that decoding leaves too much: two standard deviations of a fair coin."""
        return self.more >= self.rounds / 2 + math.sqrt(self.rounds)

    @property
    def is_little(self) -> bool:
        """Whether the opposite is clear."""
        return self.more <= self.rounds / 2 - math.sqrt(self.rounds)


def work_left(process: Process, task: ProvableTask[Any], at_a_time: int) -> float:
    """The work per record, in ns, that a decoder leaves to the first reading of its values.

    Suspected where that is clearly more than it does. A decoder that leaves more work undone than it does is not a
    decoder: it belongs to `access`. The bound is so wide because reading something for the first time costs a little
    more (caches) even where all is finished.
    ``at_a_time``: so many rounds are looked at, and as many again while neither is clear. Loads other records, so it
    comes last.
    """
    session.load(process, task, _part(task, _round(process, task).loaded))
    process.ask("warm", operation=task.operation, **WARM)
    rounds: list[Round] = []
    while True:
        rounds += [_round(process, task) for _ in range(at_a_time)]
        left = judge(rounds)
        if left.is_most:
            operation_ns = statistics.median(one.operation for one in rounds)
            bound = "the operation took" if left.times == 1 else f"{left.times} times what the operation took"
            raise Suspected(
                FINISHED,
                f"the operation hands over unfinished values: it takes {operation_ns:,.0f} ns a record, and reading "
                f"them for the first time {left.ns:,.0f} ns more than reading finished ones (medians; "
                f"more than {bound} in {left.more} of {left.rounds} rounds)",
            )
        if left.is_little or len(rounds) >= MOST_ROUNDS:
            return max(0.0, left.ns)


def judge(rounds: Sequence[Round]) -> Left:
    """What speaks most against the decoder.

    The second reading cannot serve as reference for values that are worked out each time, nor loaded values for
    those of another make. Each is compared by itself: the faster of the two in every round would be the
    luckier one.
    """
    by_reference = []
    for finished, times in (([one.second for one in rounds], 1), ([one.loaded for one in rounds], OTHER_MAKE)):
        left = [one.first - other for one, other in zip(rounds, finished, strict=True)]
        more = sum(ns > times * one.operation for ns, one in zip(left, rounds, strict=True))
        by_reference.append(Left(statistics.median(left), more, len(rounds), times))
    return max(by_reference, key=lambda left: (left.more, left.ns))


def _part(task: ProvableTask[Any], read_ns: float) -> Part:
    records = task.records
    if task.what.takes == "container":  # opening it costs as much for few records as for many
        return records.probes[0] if records.probes else records.records
    return next((few for few in reversed(records.few) if few.count * read_ns <= STEP_NS), records.few[0])


def _round(process: Process, task: ProvableTask[Any]) -> Round:
    reply = process.ask("inspect", operation=task.operation, rounds=1)
    times = [reply.get(name) for name in REPLY]
    if not all(isinstance(t, int | float) and t >= 0 for t in times):
        raise Broken(CONTRACT, f"the reply to inspect lacks one of {', '.join(REPLY)}")
    return Round(*(float(t) for t in times if t is not None))
