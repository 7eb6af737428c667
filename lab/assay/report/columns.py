"""Columns of ranked tables: a heading, and what stands in a row under it. The tables themselves are the boundaries'."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.report import words
from assay.report.analysis import Row
from assay.report.model import Line, Table
from assay.results.document import LaneFacts


@dataclass(frozen=True)
class Column:
    """``cell``: the words for a row that has a number."""

    title: str
    cell: Callable[[Row], str]
    right: bool = True


def table(columns: Sequence[Column], rows: Sequence[Row]) -> Table:
    """The rows that have a number, under these columns."""
    return Table(
        [column.title for column in columns],
        [Line([column.cell(row) for column in columns], row.verdict) for row in rows if row.time],
        {number for number, column in enumerate(columns) if column.right},
    )


def lane(facts: LaneFacts) -> str:
    """typed, and what is out of the ordinary: reused scratch, borrowed strings, no checking, conversion inside."""
    parts = [facts.typing]
    if facts.buffer == "reused":
        parts.append("reused")
    if facts.strings == "borrowed":
        parts.append("borrowed")
    if not facts.input_checking:
        parts.append("unchecked")
    if facts.conversion:
        parts.append("converted")
    return ", ".join(parts)


def speed(row: Row) -> str:
    """How many times as fast as the baseline."""
    if row.baseline:
        return "1 (baseline)"
    return "other lane" if row.ratio is None else words.ratio(row.ratio)


def _time(row: Row) -> str:
    return words.nanoseconds(row.time.value) if row.time else words.NONE


def _spread(row: Row) -> str:
    time = row.time
    return words.percent(time.high / time.value - 1) if time and time.low > 0 else words.NONE


CONTESTANT = Column("contestant", lambda row: row.name, right=False)
LANE = Column("lane", lambda row: lane(row.contestant.lane), right=False)
TIME = Column("time/record", _time)
SPREAD = Column("±", _spread)
RECORDS = Column("records/s", lambda row: words.maybe(words.count, row.records_per_second))
MEGABYTES = Column("MB/s", lambda row: words.maybe(words.three, row.megabytes_per_second))
BYTES = Column("bytes", lambda row: words.maybe(words.three, row.encoded_bytes))
SPEED = Column("speed", speed, right=False)
VERDICT = Column("verdict", lambda row: row.verdict, right=False)
ALLOCATED = Column("alloc", lambda row: words.maybe(words.size, row.allocated_bytes))
PEAK = Column("peak", lambda row: words.maybe(words.size, row.peak_rss_bytes or None))  # 0: unknown
