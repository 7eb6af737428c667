"""Bar charts of a results document: one definition for SVG, PNG and a page that needs no network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import altair as alt
from altair.typing import ChartType

from assay.errors import AssayError
from assay.report import tables
from assay.report.analysis import Analysis, Comparison

WIDTH = 320  # of a chart's bars, in pixels
BAR = 16  # height of a bar with its gap, in pixels
COLUMNS = 3
BEYOND = 1.15  # where the axis ends, in lengths of the longest bar; a line that goes on is cut off there


def write(analysis: Analysis, form: str, document: Path) -> Path:
    """Draw the charts into an svg, png or html file beside the document; AssayError where there is no figure."""
    path = document.with_suffix(f".{form}")
    try:
        draw(analysis).save(str(path), inline=form == "html")
    except OSError as error:
        raise AssayError(f"{path}: cannot write the charts: {error.strerror}") from None
    return path


def draw(analysis: Analysis) -> alt.VConcatChart:
    """For each workload a chart for each operation and way, and one of sizes where it was encoded.

    Bars are contestants, from fast to slow, with their intervals as lines. AssayError where no cell has a number.
    """
    formats = {row.contestant.format for part in analysis.comparisons for row in part.rows}
    hue = "format" if len(formats) > 1 else "language"
    rows = []
    for workload in analysis.document.workloads:
        parts = [part for part in analysis.comparisons if part.workload.name == workload.name]
        drawn: list[ChartType] = [_speeds(part, hue) for part in parts if any(row.time for row in part.rows)]
        drawn += [_sizes(part, hue) for part in parts if part.operation == "encode" and _sized(part)]
        if drawn:
            rows.append(alt.concat(*drawn, columns=COLUMNS, spacing=40))
    if not rows:
        raise AssayError("no cell of this document has a number, so there is nothing to draw")
    return alt.vconcat(*rows, spacing=40, title=f"{analysis.document.plan.suite or 'Run'}, {_when(analysis)}")


def _when(analysis: Analysis) -> str:
    machine = analysis.document.machine
    return f"{analysis.document.created[:10]}, {machine.cpu}, {machine.cores} cores"


def _speeds(part: Comparison, hue: str) -> ChartType:
    values = [
        {
            "contestant": row.contestant.name,
            hue: getattr(row.contestant, hue),
            "speed": row.records_per_second,
            "slowest": 1e9 / row.time.high,
            "fastest": 1e9 / row.time.low if row.time.low > 0 else row.records_per_second,
        }
        for row in part.rows
        if row.time and not row.cell.control
    ]
    chart = _chart(values, tables.title(part))
    longest = max(value["speed"] for value in values)
    bars = _bars(chart, "speed", "operations a second", hue, alt.Scale(domain=[0, longest * BEYOND], nice=False))
    whiskers = chart.mark_rule(clip=True).encode(x="slowest:Q", x2="fastest:Q", y=alt.Y("contestant:N", sort=None))
    return alt.layer(bars, whiskers)


def _sized(part: Comparison) -> list[tuple[float, str, str, str]]:
    """From small to large: bytes a record, and the contestant's name, format and language."""
    return sorted(
        (row.cell.proof.sizes.mean, row.contestant.name, row.contestant.format, row.contestant.language)
        for row in part.rows
        if row.cell.proof and row.cell.proof.sizes and not row.cell.control
    )


def _sizes(part: Comparison, hue: str) -> alt.Chart:
    values = [
        {"contestant": name, "format": format_, "language": language, "size": size}
        for size, name, format_, language in _sized(part)
    ]
    name = part.workload.base or part.workload.name
    chart = _chart(values, f"{name}: encoded size")
    return _bars(chart, "size", "bytes a record, on average", hue, alt.Scale())


def _chart(values: list[dict[str, Any]], title: str) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=values), title=title, width=WIDTH, height=alt.Step(BAR))


def _bars(chart: alt.Chart, field: str, title: str, hue: str, scale: alt.Scale) -> alt.Chart:
    bars: alt.Chart = chart.mark_bar().encode(
        x=alt.X(f"{field}:Q", title=title, axis=alt.Axis(format="~s"), scale=scale),
        y=alt.Y("contestant:N", sort=None, title=None, axis=alt.Axis(labelLimit=0)),
        color=alt.Color(f"{hue}:N", title=hue),
    )
    return bars
