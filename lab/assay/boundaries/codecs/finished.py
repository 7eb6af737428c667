"""Whether decoded values are finished: how much work is left to the first reading of them, by how long things take.

Minima over rounds cannot tell on a busy machine: decoding may be so short that it is undisturbed in some round, and
reading so long that it never is. So only what was done in turns, in one round of `inspect`, is compared; of as
few records as make a step shorter than a turn of the scheduler; and what counts is in how many rounds a decoder left
more than a small share of its work. A disturbed round speaks against it as often as for it.
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
from assay.runner.broken import Broken
from assay.runner.process import Process
from assay.runner.rules import CONTRACT

STEP_NS = 1_000_000  # how long reading the records may take: turns of the scheduler last some milliseconds
MOST_ROUNDS = 99
SMALL = 0.1  # share of decode's time that may be left
# What reading finished values may differ by, as a share of it, for reasons that are no work of the library's: of the
# same values again (caches, branches), and of others that hold the same (a library takes plain objects and gives its
# own class).
AGAIN = 0.05
OTHER_MAKE = 0.5
# To load again makes code again where a library generates it.
WARM = {"seconds": 0.05, "min_batch_ns": 5_000_000, "threads": 1, "seed": 1, "samples": 0}
REPLY = ("operation_ns", "first_read_ns", "second_read_ns", "loaded_read_ns")
PLAIN = "plain_read_ns"


@dataclass(frozen=True)
class Round:
    """Nanoseconds a record, one step after the other: to decode, to read, to read again, to read loaded values.

    ``plain``: to read the same records as plain values of the kit; None where the kit has no need to: the domain values
    are plain ones, or the language reads a field without calling anybody.
    """

    operation: float
    first: float
    second: float
    loaded: float
    plain: float | None = None


@dataclass(frozen=True)
class Left:
    """Work left to the first reading: median ns a record, and in how many of the rounds it was too much."""

    ns: float
    more: int
    rounds: int

    @property
    def is_deferred(self) -> bool:
        """Whether it is clear that decoding leaves too much: two standard deviations of a fair coin."""
        return self.more >= self.rounds / 2 + math.sqrt(self.rounds)

    @property
    def is_little(self) -> bool:
        """Whether the opposite is clear."""
        return self.more <= self.rounds / 2 - math.sqrt(self.rounds)


def work_left(process: Process, task: ProvableTask[Any], at_a_time: int) -> Left:
    """The work that a decoder leaves to the first reading of its values.

    ``at_a_time``: so many rounds are looked at, and as many again while it is not clear whether it is too much. Loads
    other records, so it comes last.
    """
    session.load(process, task, _part(task, _round(process, task).loaded))
    process.ask("warm", operation=task.operation, **WARM)
    rounds: list[Round] = []
    while True:
        rounds += [_round(process, task) for _ in range(at_a_time)]
        left = judge(rounds)
        if left.is_deferred or left.is_little or len(rounds) >= MOST_ROUNDS:
            return left


def judge(rounds: Sequence[Round]) -> Left:
    """What speaks most against the decoder.

    The second reading cannot serve as reference for values that are worked out each time. Plain values are finished
    whatever the library does; loaded ones, of the library's own make, stand in where there are none. Each is compared
    by itself: the faster of the two in every round would be the luckier one.
    """
    again = _beyond(rounds, [one.second for one in rounds], AGAIN)
    others = _beyond(rounds, [one.loaded if one.plain is None else one.plain for one in rounds], OTHER_MAKE)
    return max(again, others, key=lambda left: (left.more, left.ns))


def _beyond(rounds: Sequence[Round], finished: Sequence[float], noise: float) -> Left:
    """What the first reading took beyond that of finished values."""
    left = [one.first - other for one, other in zip(rounds, finished, strict=True)]
    more = sum(
        ns > max(SMALL * one.operation, noise * other) for ns, other, one in zip(left, finished, rounds, strict=True)
    )
    return Left(max(0.0, statistics.median(left)), more, len(rounds))


def _part(task: ProvableTask[Any], read_ns: float) -> Part:
    records = task.records
    if task.what.takes == "container":  # opening it costs as much for few records as for many
        return records.probes[0] if records.probes else records.records
    return next((few for few in reversed(records.few) if few.count * read_ns <= STEP_NS), records.few[0])


def _round(process: Process, task: ProvableTask[Any]) -> Round:
    reply = process.ask("inspect", operation=task.operation, rounds=1)
    wanted = REPLY if reply.get(PLAIN) is None else (*REPLY, PLAIN)
    times = [reply.get(name) for name in wanted]
    if not all(isinstance(t, int | float) and t >= 0 for t in times):
        raise Broken(CONTRACT, f"the reply to inspect lacks one of {', '.join(REPLY)}")
    return Round(*(float(t) for t in times if t is not None))
