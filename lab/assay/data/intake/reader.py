"""What the readers of all kinds of files have in common."""

from __future__ import annotations

import codecs
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from assay.base.errors import AssayError, reason
from assay.base.progress import duration
from assay.data.recordset import Doubt

EVERY = 0.5  # seconds between two lines of progress
RECORD_BYTES = 64 << 20  # of the text of one record, at most
LOOK = 256  # lines between two looks at the clock


class Watch:
    """Says how far the reading of a file is, and how long it is likely to go on."""

    def __init__(self, name: str, now: Callable[[str], None]) -> None:
        self._name = name
        self._now = now
        self.begin("reading")

    def begin(self, doing: str) -> None:
        """From here on the file is read once more, for something else."""
        self._doing = doing
        self._began = self._said = time.monotonic()

    def say(self) -> None:
        """Where how far it is cannot be known."""
        self._now(f"{self._doing} {self._name}")

    def at(self, share: float) -> None:
        """``share``: of the file, what has been read; 0 to 1."""
        moment = time.monotonic()
        if moment - self._said < EVERY:
            return
        self._said = moment
        left = (moment - self._began) * (1 - share) / share if share else None
        about = "" if left is None else f", about {duration(left)} left"
        self._now(f"{self._doing} {self._name}: {share:.0%}{about}")


class Reader(ABC):
    """A file of one kind. Its records are documents: null, booleans, numbers, text, bytes, lists and dicts.

    Errors of all methods: AssayError, one line with the place.
    """

    kind: str  # what users call it
    carries_schema: ClassVar[bool] = False  # whether the file says what its records are
    texts: ClassVar[bool] = False  # whether every value is text, as in CSV; empty text is null then

    def __init__(self, path: Path, watch: Watch) -> None:
        self.path = path
        self.watch = watch
        self.keep_names = False  # whether fields may be named as JSON documents may name theirs
        self.doubts: list[Doubt] = []

    def schema_text(self) -> str:
        """The schema that the file carries, as Avro, and `doubts` of what that loses. Of kinds that carry one only."""
        raise NotImplementedError

    @abstractmethod
    def count(self) -> int:
        """How many records the file holds."""

    @abstractmethod
    def documents(self, wanted: Sequence[int] | None = None) -> Iterator[tuple[str, Any]]:
        """The records with these numbers (from 0, rising), each with its place; None: all."""


def not_utf8(error: UnicodeDecodeError) -> str:
    """The end of an error about text."""
    return f"not UTF-8: {error.reason}; convert it, as by iconv -f LATIN1 -t UTF-8 FILE"


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A file to read. AssayError where that fails."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise AssayError(f"{path}: cannot read: {reason(error)}") from None


def lines(path: Path, watch: Watch) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1; the first without a byte order mark.

    AssayError where one is too long to be held.
    """
    size = path.stat().st_size or 1
    read = number = 0
    with opened(path) as file:
        while raw := file.readline(RECORD_BYTES + 1):
            number += 1
            read += len(raw)
            if len(raw) > RECORD_BYTES:
                limit = f"{RECORD_BYTES >> 20} MiB"
                raise AssayError(f"{path}:{number}: a line of more than {limit}, which is too large for a record")
            if number % LOOK == 0:
                watch.at(min(1.0, read / size))
            yield number, raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw


def chosen(entries: Iterator[Any], wanted: Sequence[int] | None) -> Iterator[Any]:
    """The entries with the ``wanted`` numbers, which rise; it ends with the last of them."""
    if wanted is None:
        yield from entries
        return
    numbers = iter(wanted)
    next_one = next(numbers, None)
    for number, entry in enumerate(entries):
        if next_one is None:
            return
        if number == next_one:
            yield entry
            next_one = next(numbers, None)
