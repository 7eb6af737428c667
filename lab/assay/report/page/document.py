"""The page of one document."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.report.page.assemble import FOLDER, assemble
from assay.report.page.data import data
from assay.report.sections import title

# Each after those that it imports.
SCRIPTS = ("dom", "embedded", "pairs", "words", "unpack", "marks", "choice", "axes", "charts", "ranking", "cell",
           "parts", "main")  # fmt: skip


def render(analysis: Analysis, home: str = "") -> str:
    """``home``: the address of the site's index, where the page is part of one."""
    name = f"{title(analysis)}, {analysis.document.created[:10]}"
    body = (FOLDER / "body.html").read_text(encoding="utf-8")
    return assemble(name, {**data(analysis), "home": home}, SCRIPTS, body)
