"""Bar charts as one SVG picture."""

from __future__ import annotations

from assay.report import charts
from assay.report.analysis import Analysis

SUFFIX = ".svg"
PRINTED = False


def render(analysis: Analysis) -> bytes:
    return charts.render(analysis, "svg")
