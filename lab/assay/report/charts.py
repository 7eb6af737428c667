"""The charts of a report's sections as pictures: one definition for SVG and PNG."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import altair as alt
from altair.typing import ChartType

from assay.analysis.figures import Analysis
from assay.base.errors import AssayError
from assay.base.tables import Bar, Chart
from assay.report import machine
from assay.report.sections import sections, title

WIDTH = 320  # of a chart's bars, in pixels
BAR = 16  # height of a bar with its gap, in pixels
COLUMNS = 3
BEYOND = 1.15  # where the axis ends, in lengths of the longest bar; a line that goes on is cut off there


def render(analysis: Analysis, form: str) -> bytes:
    """The charts as an svg or png file. AssayError where there is nothing to draw."""
    return saved(draw(analysis), form)


def saved(chart: ChartType, form: str) -> bytes:
    """A chart as an svg, png or html file, which needs no network."""
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:  # what draws it writes files only
        path = Path(folder) / f"charts.{form}"
        chart.save(str(path), inline=form == "html")
        return path.read_bytes()


def draw(analysis: Analysis) -> alt.VConcatChart:
    """The sections' charts, those of a workload side by side. AssayError where there are none."""
    rows: dict[str, list[ChartType]] = {workload.name: [] for workload in analysis.document.workloads}
    for section in sections(analysis):
        if section.chart:
            rows[section.chart.workload].append(_chart(section.chart))
    drawn = [alt.concat(*row, columns=COLUMNS, spacing=40) for row in rows.values() if row]
    if not drawn:
        raise AssayError("no cell of this document has a number, so there is nothing to draw")
    where = ", ".join([analysis.document.created[:10], *machine.processor(analysis.document.machine)])
    return alt.vconcat(*drawn, spacing=40, title=f"{title(analysis)}, {where}")


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
