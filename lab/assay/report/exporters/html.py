"""Bar charts as a page that needs no network."""

from __future__ import annotations

from assay.report import charts
from assay.report.analysis import Analysis

SUFFIX = ".html"
PRINTED = False


def render(analysis: Analysis) -> bytes:
    return charts.render(analysis, "html")
