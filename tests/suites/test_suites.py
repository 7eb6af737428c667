"""Every cell of every suite is proved on a few records, or is in the list of exceptions with its reason.

The list may only shrink: a cell that begins to work has to be struck from it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked
from buildable import here
from suites.known import KNOWN, listed

from assay.base.progress import Progress
from assay.measure.prepare import prepare
from assay.measure.selection.select import select
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

RECORDS = 60


@pytest.mark.parametrize(
    ("suite", "workload"), [(name, w) for name, suite in KNOWN.suites.items() for w in suite.manifest.workloads]
)
def test_every_cell_works_or_is_a_known_exception(suite: str, workload: str, tmp_path: Path) -> None:
    wanted = asked(suite=suite, workloads=[workload], records=[RECORDS])
    selection = select(KNOWN, wanted)
    prepared = prepare(KNOWN, selection, Limits(4 << 30, 120), tmp_path, Progress(quiet=True), harness=False)
    able = {c.name for c in here()}
    found = {
        (cell.workload, cell.contestant, cell.operation): f"{cell.status}: {cell.reason}"
        for cell in prepared.cells
        if cell.contestant in able and cell.key not in prepared.subjects
    }
    expected = listed(suite, workload)
    complaints = [
        f"fails, and is not among the exceptions: {' '.join(key)}: {reason}"
        for key, reason in found.items()
        if expected.get(key, "\0") not in reason
    ]
    complaints += [f"works: strike it from the exceptions: {' '.join(key)}" for key in expected.keys() - found.keys()]
    assert not complaints, "\n".join(complaints)
