"""A page that needs no network: of a document to explore it, with filters, another baseline, charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.base.tables import Section

if TYPE_CHECKING:
    from assay.analysis.figures import Analysis

NEEDS = "tables"
SUFFIX = ".html"
PRINTED = False


def sections(title: str, parts: Sequence[Section]) -> str:
    from assay.report.page import plain

    return plain.render(title, parts)


def report(analysis: Analysis) -> str:
    from assay.report.page import document

    return document.render(analysis)
