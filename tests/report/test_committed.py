"""Every results document of this repository is read, whatever its version, and reads as the report beside it."""

from __future__ import annotations

from pathlib import Path

import published
import pytest
from report.printed import printed

from assay.analysis.figures import analyse
from assay.base.checkout import CHECKOUT
from assay.results import beside, conformance, store
from assay.results.folder import documents

RESULTS = sorted(one.path for one in documents([CHECKOUT / "results"]))
CONFORMANCE = sorted(path for path in (CHECKOUT / "results").glob("*.json") if beside.is_of(path, conformance.FORMAT))


def test_there_are_some() -> None:
    assert RESULTS
    pages = {path.stem for path in (CHECKOUT / "results").glob("*.md")}
    assert {path.stem for path in (*RESULTS, *CONFORMANCE)} == pages


@pytest.mark.parametrize("path", published.each(RESULTS))
def test_a_document_reads_as_the_report_beside_it(path: Path) -> None:
    found = analyse(store.read(path))
    assert printed(found) == path.with_suffix(".md").read_text(encoding="utf-8")
