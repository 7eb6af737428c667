"""A history as sections of a report: a table for each course, and what stands apart, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from assay.base import words
from assay.base.tables import Course as Drawing
from assay.base.tables import Line, Moment, Section, Table
from assay.changes.history.courses import Course, History
from assay.changes.history.points import Kind, Point

TIMES = (
    "These are times: each holds what the machine did in its run, which no interval here includes. A change of times "
    "without a new version may be the machine's; ratios to a reference of the same run leave it out."
)


def sections(history: History) -> list[Section]:
    """The courses of a cell, the longest first; then what does not compare."""
    made = [_course(course) for course in history.courses]
    first = history.courses[0].kind if history.courses else history.apart[0].kind if history.apart else None
    notes = [] if history.courses else [f"{history.key}: no two documents that compare have a figure of it."]
    if first is not None:
        notes += [f"Apart: {_figure(point)}; {_differences(first, point.kind)}." for point in history.apart]
    for left in history.left:
        notes.append(f"Without a figure: {_where(left.found.document.created, left.found.path.name)}: {left.reason}")
    if first is not None and first.reference is None:
        notes.append(TIMES)
    return [*made, Section("", notes=notes)] if notes else made


def overview(courses: Sequence[Course]) -> Section:
    """Which cells have a history."""
    if not courses:
        return Section("", notes=["No cell has figures in two documents that compare."])
    lines = []
    for course in courses:
        last = course.changes[-1] if course.changes else None
        lines.append(
            Line(
                [
                    course.key,
                    str(len(course.points)),
                    course.points[0].found.document.created[:10],
                    course.points[-1].found.document.created[:10],
                    course.points[last.place].found.document.created[:10] if last else words.NONE,
                    _by(last.factor) if last else words.NONE,
                    course.kind.reference or "time",
                    f"{course.kind.machine}; {course.kind.measured}",
                ]
            )
        )
    columns = ["cell", "documents", "first", "last", "last change", "by", "beside", "measured on"]
    return Section("Cells with a history", Table(columns, lines, {1, 5}))


def title(course: Course) -> str:
    reference = course.kind.reference
    what = "time/record" if reference is None else f"speed beside {reference}"
    return f"{course.key}: {what}"


def changed(course: Course, place: int) -> str:
    """What a change at this point is called; empty where there is none."""
    factor = next((change.factor for change in course.changes if change.place == place), None)
    if factor is None:
        return ""
    return _by(factor) if course.kind.reference is None else f"{_by(factor)}, {'faster' if factor > 1 else 'slower'}"


def _course(course: Course) -> Section:
    lines = []
    for place, point in enumerate(course.points):
        change = changed(course, place)
        verdict = change.partition(", ")[2]  # none of times: shorter is not marked
        lines.append(
            Line(
                [
                    point.found.document.created[:16].replace("T", " "),
                    point.found.path.name,
                    value(course, point.value),
                    f"{value(course, point.low)} – {value(course, point.high)}",
                    value(course, course.levels[place]),
                    change,
                    "; ".join(course.renewed(place)),
                ],
                verdict,
            )
        )
    head = [
        "date",
        "document",
        "time" if course.kind.reference is None else "speed",
        "interval",
        "level",
        "change",
        "new",
    ]
    kind = course.kind
    newest = ", ".join(f"{name} {version}" for name, version in course.points[-1].versions.items())
    notes = [f"{kind.machine}; {kind.measured}; {kind.data}. Last: {newest}."]
    return Section(title(course), Table(head, lines, {2, 3, 4}, names=(0, 1)), notes=notes, course=_drawing(course))


def _drawing(course: Course) -> Drawing:
    kind = course.kind
    axis = "ns per record" if kind.reference is None else "speed (above 1 is faster than the reference)"
    moments = [
        Moment(
            point.found.document.created,
            point.value,
            point.low,
            point.high,
            course.levels[place],
            changed(course, place),
            bool(course.renewed(place)),
        )
        for place, point in enumerate(course.points)
    ]
    return Drawing(title(course), [f"{kind.machine}; {kind.measured}", kind.data], axis, moments)


def value(course: Course, figure: float) -> str:
    return words.nanoseconds(figure) if course.kind.reference is None else words.times(figure)


def _by(factor: float) -> str:
    """+10.2%, of a figure that is so many times what it was."""
    return f"{'+' if factor > 1 else '−'}{words.percent(abs(factor - 1))}"


def _figure(point: Point) -> str:
    """Ratios are small numbers, times are not; both are said as they stand."""
    return f"{_where(point.found.document.created, point.found.path.name)}: {words.three(point.value)}"


def _where(created: str, name: str) -> str:
    return f"{created[:10]} {name}"


def _differences(first: Kind, other: Kind) -> str:
    pairs = [(field.name, getattr(first, field.name), getattr(other, field.name)) for field in fields(Kind)]
    found = [f"{name}: {two}, not {one}" for name, one, two in pairs if one != two]
    return "; ".join(found) or f"{other.machine}; {other.measured}; {other.data}"
