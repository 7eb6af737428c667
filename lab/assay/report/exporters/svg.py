"""Bar charts as one SVG picture."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.report import charts

SUFFIX = ".svg"
PRINTED = False


def render(analysis: Analysis) -> bytes:
    return charts.render(analysis, "svg")
