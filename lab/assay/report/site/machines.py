"""One suite on several kinds of machines: the ranks of the contestants that all of them measured."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from assay.analysis.figures import Comparison, Row
from assay.report.ranked import subject
from assay.report.site.folder import Entry
from assay.stats.verdict import ranks, verdict

Measured = tuple[Entry, Comparison]


@dataclass(frozen=True)
class Place:
    """What one machine says of the shared contestants. ``ranks`` are among these alone."""

    entry: Entry
    comparison: Comparison
    rows: dict[str, Row]
    ranks: dict[str, int]


@dataclass(frozen=True)
class Reversal:
    """Two contestants that two machines tell apart, in opposite order; the first is faster on the first machine."""

    first: str
    second: str
    one: str
    other: str


@dataclass(frozen=True)
class Shared:
    """The same records, operation and way on several kinds of machines, one place for each.

    Of the contestants that finish there, or of those that are deferred.
    """

    title: str
    places: list[Place]

    @property
    def contestants(self) -> list[str]:
        """In the order of the first machine."""
        return list(self.places[0].rows)

    @property
    def differing(self) -> list[str]:
        """Contestants whose ranks are not the same everywhere."""
        return [name for name in self.contestants if len({place.ranks[name] for place in self.places}) > 1]

    @property
    def reversals(self) -> list[Reversal]:
        found = []
        for one, other in itertools.combinations(self.places, 2):
            for first, second in itertools.permutations(self.contestants, 2):
                if _is_faster(one, first, second) and _is_faster(other, second, first):
                    found.append(Reversal(first, second, one.entry.machine, other.entry.machine))
        return found


def shared(entries: Sequence[Entry]) -> list[Shared]:
    """What at least two kinds of machines measured of one suite, of at least two contestants, deferred ones apart.

    Of the documents of one kind that is the one with most contestants, and of these the newest; documents of disturbed
    runs, and of programs that were not optimized, have no part.
    """
    best: dict[tuple[str, str, str], dict[str, Measured]] = {}
    for entry in entries:
        plan = entry.analysis.document.plan
        if plan.request.disturbed or plan.unoptimized:
            continue
        for comparison in entry.analysis.comparisons:
            key = (comparison.workload.digest, comparison.operation, comparison.way.words)
            machines = best.setdefault(key, {})
            known = machines.get(entry.machine)
            if known is None or _weight(entry, comparison) > _weight(*known):
                machines[entry.machine] = (entry, comparison)
    return [
        found
        for machines in best.values()
        for deferred in (False, True)
        if (found := _shared(list(machines.values()), deferred))
    ]


def _weight(entry: Entry, comparison: Comparison) -> tuple[int, str]:
    return sum(len(_rows(comparison, deferred)) for deferred in (False, True)), entry.analysis.document.created


def _rows(comparison: Comparison, deferred: bool) -> dict[str, Row]:
    return {
        row.contestant.name: row
        for row in comparison.rows
        if row.time and not row.cell.control and row.deferred == deferred
    }


def _shared(found: list[Measured], deferred: bool) -> Shared | None:
    if len(found) < 2:
        return None
    among = [_rows(comparison, deferred) for _, comparison in found]
    common = set.intersection(*map(set, among))
    if len(common) < 2:
        return None
    places = [
        _place(entry, comparison, {name: row for name, row in rows.items() if name in common})
        for (entry, comparison), rows in zip(found, among, strict=True)
    ]
    first = places[0].comparison
    return Shared(f"{subject(first)}{', deferred' if deferred else ''}, {first.workload.records:,} records", places)


def _place(entry: Entry, comparison: Comparison, rows: dict[str, Row]) -> Place:
    compared = comparison.compared
    assert compared is not None  # there are rows with numbers
    found = ranks([row.cell for row in rows.values()], compared.pair)
    return Place(entry, comparison, rows, dict(zip(rows, found, strict=True)))


def _is_faster(place: Place, first: str, second: str) -> bool:
    """Whether the first contestant is faster there, by the verdict of that run."""
    assert place.comparison.compared is not None
    interval = place.comparison.compared.pair(place.rows[second].cell, place.rows[first].cell)
    margin = place.entry.analysis.document.plan.settings.margin
    return interval is not None and verdict(interval, margin) == "faster"
