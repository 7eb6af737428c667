"""The courses of cells: what belongs together over the documents, where it changed, and what stands apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from assay.base.errors import AssayError, closest
from assay.changes.history.points import Kind, Left, Point, points, reference_of
from assay.results.folder import Found
from assay.stats import changes

SHOWN = 5  # cells that an error names


@dataclass(frozen=True)
class Change:
    """``place``: of the first point of the new level. ``factor``: by which the figure changed, 1.1 for 10% more."""

    place: int
    factor: float


@dataclass(frozen=True)
class Course:
    """Points of one cell and kind, by date. ``levels``: what each point's level is, in the points' unit."""

    key: str
    kind: Kind
    points: list[Point]
    levels: list[float]
    changes: list[Change]

    def renewed(self, place: int) -> list[str]:
        """What has another version at this point than at the one before."""
        if place == 0:
            return []
        before, now = self.points[place - 1].versions, self.points[place].versions
        return [
            f"{name} {before.get(name, 'unknown')} → {now.get(name, 'unknown')}"
            for name in dict.fromkeys([*before, *now])
            if before.get(name) != now.get(name)
        ]


@dataclass(frozen=True)
class History:
    """Of one cell. ``courses``: of two documents and more, the longest first. ``apart``: single points of other kinds.

    ``left``: documents that have the cell and give no point.
    """

    key: str
    courses: list[Course]
    apart: list[Point]
    left: list[Left]


def cell_named(found: Sequence[Found], words: str) -> str:
    """The key of the one cell that the words name: its key, the end of one, or a part that no other has."""
    keys = list(
        dict.fromkeys(cell.key for one in found for cell in one.document.cells if not cell.harness and not cell.control)
    )
    for fits in (
        [key for key in keys if key == words],
        [key for key in keys if key.endswith(f"/{words}")],
        [key for key in keys if words in key],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            more = f" and {len(fits) - SHOWN} more" if len(fits) > SHOWN else ""
            raise AssayError(
                f'"{words}" matches several cells: {", ".join(fits[:SHOWN])}{more}; use a longer part of the name'
            )
    raise AssayError(
        f'"{words}" is neither a file or folder nor part of a cell (workload/operation[/way]/contestant): '
        + (closest(words, keys) if len(keys) <= SHOWN or _near(words, keys) else "`assay history` lists the cells")
    )


def history(found: Sequence[Found], key: str, baseline: str | None, absolute: bool) -> History:
    """The courses of a cell. AssayError where there is nothing to follow."""
    reference = baseline or reference_of(found, key)
    _check(found, baseline)
    contestants = {cell.contestant for f in found for cell in f.document.cells if cell.key == key}
    if not absolute and contestants == {reference}:
        raise AssayError(
            f"{key}: {reference} is the reference itself; name another with --baseline, or follow times with --absolute"
        )
    all_points = [point for one in found for point in points(one, reference, absolute, key)]
    left = [point for point in all_points if isinstance(point, Left)]
    courses, apart = _courses([point for point in all_points if isinstance(point, Point)])
    return History(key, courses, apart, left)


def overview(found: Sequence[Found], baseline: str | None, absolute: bool) -> list[Course]:
    """Every course of two documents and more, those that changed last first; each beside its documents' baseline."""
    _check(found, baseline)
    made = [
        point
        for one in found
        for point in points(one, baseline or one.document.plan.baseline, absolute)
        if isinstance(point, Point)
    ]
    by_key: dict[str, list[Point]] = {}
    for point in made:
        by_key.setdefault(point.key, []).append(point)
    courses = [course for grouped in by_key.values() for course in _courses(grouped)[0]]
    return sorted(courses, key=_last_change, reverse=True)


def _last_change(course: Course) -> str:
    return course.points[course.changes[-1].place].found.document.created if course.changes else ""


def _courses(all_points: Iterable[Point]) -> tuple[list[Course], list[Point]]:
    by_kind: dict[Kind, list[Point]] = {}
    for point in all_points:
        by_kind.setdefault(point.kind, []).append(point)
    courses = [_course(grouped) for grouped in by_kind.values() if len(grouped) > 1]
    courses.sort(key=lambda course: len(course.points), reverse=True)
    return courses, [grouped[0] for grouped in by_kind.values() if len(grouped) == 1]


def _course(grouped: list[Point]) -> Course:
    levels = changes.levels([point.log for point in grouped], [point.error for point in grouped])
    return Course(
        grouped[0].key,
        grouped[0].kind,
        grouped,
        [math.exp(level.log) for level in levels for _ in range(level.start, level.stop)],
        [Change(now.start, math.exp(now.log - before.log)) for before, now in pairwise(levels)],
    )


def _check(found: Sequence[Found], baseline: str | None) -> None:
    known = {cell.contestant for one in found for cell in one.document.cells if not cell.harness}
    if baseline is not None and baseline not in known:
        raise AssayError(f'no document has a contestant "{baseline}": {closest(baseline, known)}')


def _near(words: str, keys: Sequence[str]) -> bool:
    return "did you mean" in closest(words, keys)
