"""Every results document of this repository is read, whatever its version, and reads as the report beside it."""

from __future__ import annotations

from pathlib import Path

import published
import pytest
from report.printed import printed

from assay.analysis.figures import analyse
from assay.base.checkout import CHECKOUT
from assay.results import store
from assay.results.folder import documents

RESULTS = sorted(one.path for one in documents([CHECKOUT / "results"]))


def test_there_are_some() -> None:
    assert RESULTS
    assert {path.stem for path in RESULTS} == {path.stem for path in (CHECKOUT / "results").glob("*.md")}


@pytest.mark.parametrize("path", published.each(RESULTS))
def test_a_document_reads_as_the_report_beside_it(path: Path) -> None:
    found = analyse(store.read(path))
    assert printed(found) == path.with_suffix(".md").read_text(encoding="utf-8")
