"""The columns that ranked tables are made of: a heading, and what a row shows under it; and who has which."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.analysis.figures import Row, parts_ns
from assay.analysis.lanes import lane
from assay.base import words
from assay.base.tables import Line, Table

FINISHED = "and read"  # of tables with a deferred cell
NAMES = ("#", "contestant")
# What a narrow terminal can do without, the first to go first: the rest says who is how fast.
SPARE = ("MB/s", "records/s", "operations/s", "peak", "alloc", "whole", "bytes", "on disk", "parts, ms", "lane", "±")


@dataclass(frozen=True)
class Column:
    """``cell``: the words for a row that has a number."""

    title: str
    cell: Callable[[Row], str]
    right: bool = True


def table(headings: Sequence[str], rows: Sequence[Row]) -> Table:
    """The rows that have a number, under these headings."""
    columns = [COLUMNS[heading] for heading in headings]
    return Table(
        list(headings),
        [Line([column.cell(row) for column in columns], row.verdict or "") for row in rows if row.time],
        {number for number, column in enumerate(columns) if column.right},
        names=tuple(number for number, heading in enumerate(headings) if heading in NAMES),
        spare=SPARE,
    )


def speed(row: Row) -> str:
    """How many times as fast as the baseline."""
    if row.baseline:
        return "1 (baseline)"
    return "other lane" if row.ratio is None else words.ratio(row.ratio)


def ratio(row: Row) -> str:
    """The same of imported results, which have no blocks."""
    if row.ratio is not None and row.ratio.blocks < 2:
        return f"{words.times(row.ratio.ratio)} (one process: no interval)"
    return speed(row)


def verdict(row: Row) -> str:
    """What the interval allows to say; where that is nothing yet, what it would take."""
    if row.verdict == "undecided" and row.more_machines is not None:
        return f"undecided; {words.many(row.more_machines, 'machine')} more"
    if row.verdict != "undecided" or row.more_seconds is None:
        return row.verdict or ""
    return f"undecided; {words.about(row.more_seconds)} more"


def _rank(row: Row) -> str:
    """Cells that are not told apart share a rank."""
    return words.NONE if row.rank is None else str(row.rank)


def _time(row: Row) -> str:
    return words.nanoseconds(row.time.value) if row.time else words.NONE


def _spread(row: Row) -> str:
    time = row.time
    return words.percent(time.high / time.value - 1) if time and time.low > 0 else words.NONE


def _whole(row: Row) -> str:
    return words.nanoseconds(row.time.value * row.cell.samples[0].batches.records[0]) if row.time else words.NONE


def _parts(row: Row) -> str:
    parts = parts_ns(row.cell.samples)
    return "[" + ", ".join(f"{name}: {words.three(ns / 1e6)}" for name, ns in parts.items()) + "]"


def _on_disk(row: Row) -> str:
    sizes = [sample.disk_bytes for sample in row.cell.samples if sample.disk_bytes]
    return words.size(statistics.median(sizes)) if sizes else words.NONE


def _rate(row: Row) -> str:
    return words.maybe(words.count, row.records_per_second)


# By their headings.
COLUMNS: dict[str, Column] = {
    column.title: column
    for column in (
        Column("#", _rank),
        Column("contestant", lambda row: row.name, right=False),
        Column("lane", lambda row: lane(row.lane), right=False),
        Column("time/record", _time),
        Column("time", _time),
        Column("±", _spread),
        Column(FINISHED, lambda row: words.maybe(words.nanoseconds, row.finished)),
        Column("records/s", _rate),
        Column("documents/s", _rate),
        Column("operations/s", _rate),
        Column("MB/s", lambda row: words.maybe(words.three, row.megabytes_per_second)),
        Column("bytes", lambda row: words.maybe(words.three, row.encoded_bytes)),
        Column("whole", _whole),
        Column("parts, ms", _parts, right=False),
        Column("speed", speed, right=False),
        Column("ratio", ratio, right=False),
        Column("verdict", verdict, right=False),
        Column("alloc", lambda row: words.maybe(words.size, row.allocated_bytes)),
        Column("on disk", _on_disk),
        Column("peak", lambda row: words.maybe(words.size, row.peak_rss_bytes or None)),  # 0: unknown
    )
}
_OF_RECORDS = (
    "#", "contestant", "lane", "time/record", "±", "records/s", "MB/s", "bytes", "speed", "verdict", "alloc", "peak",
)  # fmt: skip


def headings(kind: str, rows: Sequence[Row]) -> Sequence[str]:
    """Those of a ranked table of this kind of way. Where a cell is deferred, what it leaves stands beside its time."""
    found = list(HEADINGS[kind])
    if any(row.deferred for row in rows):
        found.insert(found.index("±") + 1, FINISHED)
    return found


# The headings of a ranked table by the kind of its way. Of a container, bytes are a record's share of its file.
HEADINGS: dict[str, Sequence[str]] = {
    "codec": _OF_RECORDS,
    "container": _OF_RECORDS,
    "store": ("#", "contestant", "documents/s", "±", "whole", "parts, ms", "speed", "verdict", "on disk", "peak"),
}
