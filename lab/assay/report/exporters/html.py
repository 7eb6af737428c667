"""The report as a page that needs no network: filters, another baseline, charts."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.report.page import document

SUFFIX = ".html"
PRINTED = False


def render(analysis: Analysis) -> str:
    return document.render(analysis)
