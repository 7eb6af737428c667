"""`inspect`: does an operation hand over finished values of the caller's own?"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any

MAX_RECORDS = 200  # looked at in one round
UNCOUNTED_ROUNDS = 2

Make = Callable[[], list[Any]]
Read = Callable[[Any], Any]
Finished = tuple[list[Any], Read]


def record_outputs(operation: Callable[[Any], Any], inputs: list[Any]) -> Make:
    """The outputs of `encode` or `decode` for the first records."""
    return lambda: list(map(operation, inputs[:MAX_RECORDS]))


def first_records(read: Callable[[bytes], Any], container: bytes) -> Make:
    """The whole container read, its first records kept."""

    def make() -> list[Any]:
        records = iter(read(container))
        kept = list(islice(records, MAX_RECORDS))
        deque(records, maxlen=0)
        return kept

    return make


def is_shared(make: Make) -> bool:
    """Whether one object comes twice. None, short bytes and the like are shared by the runtime and do not count."""
    return any(_same_object(*pair) for pair in zip(make(), make(), strict=True))


def read_times(make: Make, done: int, read: Read, finished: dict[str, Finished], rounds: int) -> dict[str, float]:
    """The times of the contract, in ns a record.

    ``done``: how many records `make` does the operation for. ``finished``: values that are, and what reads them.
    """
    counted = [_round(make, done, read, finished) for _ in range(UNCOUNTED_ROUNDS + rounds)][UNCOUNTED_ROUNDS:]
    names = ("operation_ns", "first_read_ns", "second_read_ns", *finished)
    return {name: min(times) for name, times in zip(names, zip(*counted, strict=True), strict=True)}


def _round(make: Make, done: int, read: Read, finished: dict[str, Finished]) -> list[float]:
    start = time.perf_counter_ns()
    values = make()
    spans = [(time.perf_counter_ns() - start) / done]
    for what, reads in ((values, read), (values, read), *finished.values()):
        start = time.perf_counter_ns()
        deque(map(reads, what), maxlen=0)
        spans.append((time.perf_counter_ns() - start) / len(what))
    return spans


def _same_object(first: Any, second: Any) -> bool:
    if first is not second or first is None or isinstance(first, bool | int | float | str):
        return False
    return not (isinstance(first, bytes) and len(first) <= 1)
