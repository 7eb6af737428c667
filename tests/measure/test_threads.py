"""Several numbers of threads in one run: cells and rankings of their own, and a resumed run that still wants them."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked
from report.printed import printed

from assay.analysis.figures import analyse
from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.measure import run as runs
from assay.measure.selection.select import select
from assay.results.request import Settings

pytestmark = pytest.mark.slow


def test_every_number_of_threads_is_measured_and_ranked_by_itself(
    known: Catalog, settings: Settings, tmp_path: Path
) -> None:
    request = asked(settings, workloads=["person"], contestants=["fastavro"], records=[100], threads=[1, 2])
    document = runs.run(known, request, tmp_path / "run.json", Progress(quiet=True))
    cells = [c for c in document.cells if not c.harness and not c.control]
    assert [(c.operation, c.way.threads) for c in cells] == [
        (operation, threads) for operation in ("encode", "decode") for threads in (1, 2)
    ]
    for cell in cells:
        # On a busy machine a short warm-up may not end steady; the samples are there all the same.
        assert cell.status in ("measured", "unstable"), cell.reason
        assert len(cell.samples) == 2
        for batches in (s.batches for s in cell.samples):
            assert batches.records == [passes * 100 * cell.way.threads for passes in batches.passes]
    text = printed(analyse(document))
    assert "## person encode, 100 records" in text and "## person encode 2 threads, 100 records" in text


def test_stores_have_no_threads(known: Catalog) -> None:
    with pytest.raises(AssayError, match="--threads"):
        select(known, asked(suite="stores", threads=[4]))
