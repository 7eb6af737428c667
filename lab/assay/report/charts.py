"""The charts of sections as pictures: bars, and courses over time; one definition for all forms."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import altair as alt
from altair.typing import ChartType

from assay.analysis.figures import Analysis
from assay.base.errors import AssayError
from assay.base.tables import BEYOND, Bar, Chart, Course, Section
from assay.report import machine
from assay.report.sections import sections, title

WIDTH = 320  # of a chart's bars, in pixels
BAR = 16  # height of a bar with its gap, in pixels
COURSE = 720, 260  # width and height, in pixels
COLUMNS = 3


def report(analysis: Analysis, form: str) -> bytes:
    """The charts of a document as an svg or png file, workload by workload. AssayError where it has none."""
    document = analysis.document
    where = ", ".join([document.created[:10], *machine.processor(document.machine)])
    workloads = [workload.name for workload in document.workloads]
    return saved(draw(f"{title(analysis)}, {where}", sections(analysis), workloads), form)


def saved(chart: ChartType, form: str) -> bytes:
    """A chart as an svg or png file."""
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:  # what draws it writes files only
        path = Path(folder) / f"charts.{form}"
        chart.save(str(path))
        return path.read_bytes()


def draw(head: str, parts: Sequence[Section], workloads: Sequence[str] = ()) -> alt.VConcatChart:
    """The sections' charts, those of a workload side by side. AssayError where there are none."""
    rows: dict[str, list[ChartType]] = {name: [] for name in workloads}
    for section in parts:
        if section.chart:
            rows.setdefault(section.chart.workload, []).append(_chart(section.chart))
        if section.course:
            rows.setdefault(section.course.title, []).append(_course(section.course))
    drawn = [alt.concat(*row, columns=COLUMNS, spacing=40) for row in rows.values() if row]
    if not drawn:
        raise AssayError("nothing to draw: these results have no charts")
    return alt.vconcat(*drawn, spacing=40, **({"title": head} if head else {}))


def _chart(chart: Chart) -> ChartType:
    """Bars with their intervals, if they have any, as lines over them."""
    values = [_value(bar, chart.hue) for bar in chart.bars]
    drawn = alt.Chart(alt.InlineData(values=values), title=chart.title, width=WIDTH, height=alt.Step(BAR))
    if all(bar.low is None for bar in chart.bars):
        return _bars(drawn, chart, alt.Scale())
    longest = max(bar.value for bar in chart.bars)
    bars = _bars(drawn, chart, alt.Scale(domain=[0, longest * BEYOND], nice=False))
    whiskers = drawn.mark_rule(clip=True).encode(x="slowest:Q", x2="fastest:Q", y=alt.Y("contestant:N", sort=None))
    return alt.layer(bars, whiskers)


def _value(bar: Bar, hue: str) -> dict[str, Any]:
    found = {"contestant": bar.name, hue: bar.group, "value": bar.value}
    return found if bar.low is None else {**found, "slowest": bar.low, "fastest": bar.high}


def _bars(drawn: alt.Chart, chart: Chart, scale: alt.Scale) -> alt.Chart:
    bars: alt.Chart = drawn.mark_bar().encode(
        x=alt.X("value:Q", title=chart.axis, axis=alt.Axis(format="~s"), scale=scale),
        y=alt.Y("contestant:N", sort=None, title=None, axis=alt.Axis(labelLimit=0)),
        color=alt.Color(f"{chart.hue}:N", title=chart.hue),
    )
    return bars


def _course(course: Course) -> ChartType:
    """The points with their intervals, the levels as a dashed line, and a mark where the level changes."""
    values = [{**asdict(moment), "versions": "new" if moment.new else "as before"} for moment in course.moments]
    heading = alt.TitleParams(course.title, subtitle=course.subtitle, anchor="start")
    base = alt.Chart(alt.InlineData(values=values), title=heading, width=COURSE[0], height=COURSE[1])
    x = alt.X("created:T", title="run")
    scale = alt.Scale(zero=False)
    intervals = base.mark_rule().encode(x=x, y=alt.Y("low:Q", title=course.axis, scale=scale), y2="high:Q")
    levels = base.mark_line(interpolate="step-after", strokeDash=[4, 3]).encode(x=x, y=alt.Y("level:Q", scale=scale))
    shape = alt.Shape("versions:N", title="versions", scale=alt.Scale(domain=["as before", "new"]))
    points = base.mark_point(filled=True, size=60).encode(x=x, y=alt.Y("value:Q", scale=scale), shape=shape)
    changed = base.transform_filter("datum.change != ''")
    marks = changed.mark_rule(strokeWidth=2, opacity=0.5, color="crimson").encode(x=x)
    labels = changed.mark_text(align="left", dx=4, baseline="top", color="crimson").encode(
        x=x, y=alt.value(2), text="change:N"
    )
    return alt.layer(marks, intervals, levels, points, labels)
