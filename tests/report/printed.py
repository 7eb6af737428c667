"""A document as commands print it."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.report import exporters


def printed(analysis: Analysis, form: str = "markdown") -> str:
    return str(exporters.render(form, analysis))
