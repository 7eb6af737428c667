"""The charts as one PNG picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.base.tables import Section

if TYPE_CHECKING:
    from assay.analysis.figures import Analysis

NEEDS = "charts"
SUFFIX = ".png"
PRINTED = False


def sections(title: str, parts: Sequence[Section]) -> bytes:
    from assay.report import charts

    return charts.saved(charts.draw(title, parts), "png")


def report(analysis: Analysis) -> bytes:
    from assay.report import charts

    return charts.report(analysis, "png")
