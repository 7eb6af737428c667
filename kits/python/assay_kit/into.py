"""`encode-into`: a record's bytes go to the end of a buffer that is kept.

The buffer is emptied when it is full and at the end of a pass, as by a server that writes to a socket. A sampled output
is taken out then, not before, so that nothing may happen to bytes that lie in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from assay_kit.loop import Plan, Work

FULL = 64 << 10  # bytes: less than the caches of a core hold, and many records


class Buffer(Protocol):
    """``target``: what the library appends to."""

    target: Any

    def size(self) -> int: ...

    def take(self, start: int, end: int) -> bytes: ...

    def empty(self) -> None: ...


class Stream:
    """For libraries that write to a file object: what lies before its position is in it."""

    def __init__(self) -> None:
        self.target = BytesIO()
        self.size = self.target.tell

    def take(self, start: int, end: int) -> bytes:
        return bytes(self.target.getbuffer()[start:end])

    def empty(self) -> None:
        self.target.seek(0)


class Array:
    """For libraries that append to a bytearray."""

    def __init__(self) -> None:
        self.target = bytearray()
        self.size = self.target.__len__

    def take(self, start: int, end: int) -> bytes:
        return bytes(self.target[start:end])

    def empty(self) -> None:
        self.target.clear()


BUFFERS: dict[type, type[Buffer]] = {BytesIO: Stream, bytearray: Array}


class Appending:
    """An adapter's `encode_into`, and the buffer of its thread."""

    def __init__(self, adapter: Any) -> None:
        self.encode_into = adapter.encode_into
        self.buffer = BUFFERS[adapter.appends_to]()
        self.sampled: list[tuple[int, int]] = []

    def begin(self) -> None:
        """A pass that failed may have left something."""
        self.sampled.clear()
        self.buffer.empty()

    def run(self, records: Iterable[Any], kept: list[bytes]) -> None:
        encode_into, target, size = self.encode_into, self.buffer.target, self.buffer.size
        for record in records:
            encode_into(record, target)
            if size() >= FULL:
                self.empty(kept)

    def keep(self, record: Any, kept: list[bytes]) -> None:
        start = self.buffer.size()
        self.encode_into(record, self.buffer.target)
        self.sampled.append((start, self.buffer.size()))
        if self.buffer.size() >= FULL:
            self.empty(kept)

    def empty(self, kept: list[bytes]) -> None:
        size = self.buffer.size()
        for start, end in self.sampled:
            if not start <= end <= size:
                raise ValueError("bytes that lay in the buffer are gone")
            kept.append(self.buffer.take(start, end))
        self.sampled.clear()
        self.buffer.empty()


def passes(work: Work, appending: Any, number: int, plan: Plan, kept: list[Any]) -> None:
    """So many passes, in the same stretches as those of `encode`."""
    position = 0
    for done in range(number):
        appending.begin()
        records = iter(work.inputs)
        at = 0
        while position < len(plan) and plan[position][0] == done:
            index = plan[position][1]
            appending.run(islice(records, index - at), kept)
            appending.keep(next(records), kept)
            at = index + 1
            position += 1
        appending.run(records, kept)
        appending.empty(kept)


def outputs(appending: Appending, records: list[Any]) -> list[bytes]:
    """The output of each record, of one pass."""
    kept: list[bytes] = []
    appending.begin()
    for record in records:
        appending.keep(record, kept)
    appending.empty(kept)
    return kept
