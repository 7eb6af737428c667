"""What one document says of its cells, for a course: the ratio to a reference of the same run, or the time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assay.analysis.comparisons import Compared, compare
from assay.analysis.conditions import conditions
from assay.analysis.lanes import apart, lane, lane_of_cell
from assay.results.document import Cell, Document
from assay.results.folder import Found
from assay.stats.student import t_quantile


@dataclass(frozen=True)
class Kind:
    """What must be the same in two documents for their figures to be of one course, as words that say what differs.

    ``reference``: the contestant that ratios refer to; None where the figures are times.
    """

    reference: str | None
    machine: str
    data: str
    way: str
    measured: str
    lane: str


@dataclass(frozen=True)
class Point:
    """A cell in one document. ``value`` with its interval: a ratio to the reference (above 1 is faster), or ns.

    ``log``, ``error``: its logarithm and the standard error of that. ``versions``: what the figure depends on and may
    change from run to run, by name, for instance the library's version.
    """

    key: str
    found: Found
    kind: Kind
    value: float
    low: float
    high: float
    log: float
    error: float
    versions: dict[str, str]


@dataclass(frozen=True)
class Left:
    """A document that has the cell and gives no point for it, and why."""

    key: str
    found: Found
    reason: str


def points(found: Found, reference: str, absolute: bool, key: str | None = None) -> Iterator[Point | Left]:
    """What a document says of each of its cells (or the one of that key) beside the reference, or of their times.

    The reference's own ratio to itself is always 1, so it gives no point.
    """
    document = found.document
    compared = compare(document)
    for cell in document.cells:
        if cell.harness or cell.control or key not in (None, cell.key):
            continue
        among = compared.get(cell.subject)
        if cell.status != "measured" or among is None or not cell.samples:
            yield Left(cell.key, found, f"{cell.status}: {cell.reason}" if cell.reason else cell.status)
        elif absolute:
            yield _of_time(found, cell, among)
        elif cell.contestant != reference:
            yield _of_ratio(found, cell, among, reference)


def _of_ratio(found: Found, cell: Cell, among: Compared, reference: str) -> Point | Left:
    beside = next((one for one in among.cells if one.contestant == reference and not one.control), None)
    if beside is None:
        return Left(cell.key, found, f"{reference} has no number there")
    if apart(beside, cell):
        return Left(cell.key, found, f"one of it and {reference} leaves work to the first reading (rule 1)")
    interval = among.pair(beside, cell)
    if interval is None or interval.blocks < 2 or not math.isfinite(interval.half_width):
        return Left(cell.key, found, "one block: no interval")
    degrees = interval.degrees if interval.degrees is not None else interval.blocks - 1.0
    error = math.log1p(interval.half_width) / t_quantile(found.document.plan.settings.confidence, degrees)
    versions = {**_versions(found.document, cell, ""), **_versions(found.document, beside, f"{reference} ")}
    return _point(
        found,
        _kind(found.document, cell, beside),
        (interval.ratio, interval.low, interval.high),
        error,
        versions,
        cell.key,
    )


def _of_time(found: Found, cell: Cell, among: Compared) -> Point | Left:
    time = among.time(cell)
    if not (time.low > 0 and math.isfinite(time.high)):
        return Left(cell.key, found, "one block: no interval")
    # The degrees of freedom are not at hand; with those of the normal distribution the error is rather too large.
    error = math.log(time.high / time.value) / t_quantile(found.document.plan.settings.confidence, 1e6)
    versions = _versions(found.document, cell, "")
    return _point(found, _kind(found.document, cell), (time.value, time.low, time.high), error, versions, cell.key)


def _point(
    found: Found, of: Kind, figures: tuple[float, float, float], error: float, versions: dict[str, str], key: str
) -> Point:
    return Point(key, found, of, *figures, math.log(figures[0]), error, versions)


def _versions(document: Document, cell: Cell, prefix: str) -> dict[str, str]:
    facts = document.contestant(cell.contestant)
    known = {"version": facts.shown_version, "runtime": facts.runtime}
    return {f"{prefix}{name}": value for name, value in known.items() if value}


def _kind(document: Document, *cells: Cell) -> Kind:
    """Of a cell, or of a cell and its reference, which are of one workload and way."""
    cell = cells[0]
    facts = document.workload(cell.workload)
    under = conditions(document)
    return Kind(
        reference=cells[1].contestant if len(cells) > 1 else None,
        machine=under.kind_of_machine,
        data=f"{facts.records:,} records, data {facts.digest[:8]}",
        way=_way(cell),
        measured=under.method_of(cell.way),
        lane=" beside ".join(lane(lane_of_cell(document, one)) for one in cells),
    )


def _way(cell: Cell) -> str:
    """All that is chosen of it: the words of a way leave out what reports do not say."""
    chosen: dict[str, Any] = cell.way.model_dump(exclude={"kind"})
    return ", ".join(f"{name} {value}" for name, value in chosen.items() if value is not None)


def reference_of(found: Sequence[Found], key: str | None = None) -> str:
    """The baseline of the latest document that has the cell, where it is not the cell's own contestant."""
    for one in reversed(found):
        of_key = [cell.contestant for cell in one.document.cells if key is None or cell.key == key]
        if of_key and (key is None or one.document.plan.baseline not in of_key):
            return one.document.plan.baseline
    return found[-1].document.plan.baseline
