"""A history as a page: the points of each course with their intervals, its levels, and what changed."""

from __future__ import annotations

from typing import Any

import altair as alt
from altair.typing import ChartType

from assay.base.errors import AssayError
from assay.changes.history import words
from assay.changes.history.courses import Course, History
from assay.report import charts

WIDTH, HEIGHT = 720, 260  # pixels


def render(history: History) -> bytes:
    """One file that needs no network. AssayError where no course is to be drawn."""
    if not history.courses:
        raise AssayError(f"{history.key}: nothing to draw: no two documents that compare have a figure of it")
    drawn = [_course(course) for course in history.courses]
    return charts.saved(alt.vconcat(*drawn, spacing=40), "html")


def _course(course: Course) -> ChartType:
    values = [_value(course, place) for place in range(len(course.points))]
    kind = course.kind
    heading = alt.TitleParams(
        words.title(course), subtitle=[f"{kind.machine}; {kind.measured}", kind.data], anchor="start"
    )
    base = alt.Chart(alt.InlineData(values=values), title=heading, width=WIDTH, height=HEIGHT)
    axis = "ns per record" if kind.reference is None else "speed (above 1 is faster than the reference)"
    x = alt.X("created:T", title="run")
    scale = alt.Scale(zero=False)
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("document", "date", "shown", "change", "new")]
    intervals = base.mark_rule().encode(x=x, y=alt.Y("low:Q", title=axis, scale=scale), y2="high:Q")
    levels = base.mark_line(interpolate="step-after", strokeDash=[4, 3]).encode(x=x, y=alt.Y("level:Q", scale=scale))
    points = base.mark_point(filled=True, size=60).encode(
        x=x,
        y=alt.Y("value:Q", scale=scale),
        shape=alt.Shape("renewed:N", title="versions", scale=alt.Scale(domain=["as before", "new"])),
        tooltip=tooltip,
    )
    marks = (
        base.transform_filter("datum.change != ''")
        .mark_rule(strokeWidth=2, opacity=0.5, color="crimson")
        .encode(x=x, tooltip=tooltip)
    )
    labels = (
        base.transform_filter("datum.change != ''")
        .mark_text(align="left", dx=4, baseline="top", color="crimson")
        .encode(x=x, y=alt.value(2), text="change:N")
    )
    return alt.layer(marks, intervals, levels, points, labels)


def _value(course: Course, place: int) -> dict[str, Any]:
    point = course.points[place]
    new = "; ".join(course.renewed(place))
    return {
        "created": point.found.document.created,
        "date": point.found.document.created[:10],
        "document": point.found.path.name,
        "value": point.value,
        "shown": words.value(course, point.value),
        "low": point.low,
        "high": point.high,
        "level": course.levels[place],
        "change": words.changed(course, place),
        "new": new,
        "renewed": "new" if new else "as before",
    }
