"""Bar charts as one PNG picture."""

from __future__ import annotations

from assay.report import charts
from assay.report.analysis import Analysis

SUFFIX = ".png"
PRINTED = False


def render(analysis: Analysis) -> bytes:
    return charts.render(analysis, "png")
