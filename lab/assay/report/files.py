"""Reports as files beside their results document."""

from __future__ import annotations

from pathlib import Path

from assay.errors import AssayError
from assay.report import markdown
from assay.report.analysis import Analysis


def write_markdown(analysis: Analysis, document: Path) -> Path:
    path = document.with_suffix(".md")
    try:
        path.write_text(markdown.render(analysis), encoding="utf-8")
    except OSError as error:
        raise AssayError(f"{path}: cannot write the report: {error.strerror}") from None
    return path
