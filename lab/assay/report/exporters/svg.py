"""The charts as one SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.base.tables import Section

if TYPE_CHECKING:
    from assay.analysis.figures import Analysis

NEEDS = "charts"
SUFFIX = ".svg"
PRINTED = False


def sections(title: str, parts: Sequence[Section]) -> bytes:
    from assay.report import charts

    return charts.saved(charts.draw(title, parts), "svg")


def report(analysis: Analysis) -> bytes:
    from assay.report import charts

    return charts.report(analysis, "svg")
