"""Bar charts as one PNG picture."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.report import charts

SUFFIX = ".png"
PRINTED = False


def render(analysis: Analysis) -> bytes:
    return charts.render(analysis, "png")
