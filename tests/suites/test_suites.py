"""Every cell of every suite is proved on a few records, or is in the list of exceptions with its reason.

The list may only shrink: a cell that begins to work has to be struck from it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from asking import asked
from conftest import here

from assay.catalog import catalog
from assay.catalog.catalog import Catalog
from assay.measure.prepare import prepare
from assay.progress import Progress
from assay.request.select import select
from assay.runner.process import Limits

pytestmark = pytest.mark.compiles

EXCEPTIONS = Path(__file__).parent / "exceptions.toml"
EVERYTHING = Path(__file__).parents[1] / "everything"  # a schema with all types, as a suite
RECORDS = 60


def everything_known() -> Catalog:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_CATALOG", str(EVERYTHING))
        return catalog.load()


KNOWN = everything_known()

Key = tuple[str, str, str]  # workload, contestant, operation


def listed(suite: str, workload: str) -> dict[Key, str]:
    """Of the contestants that this machine can build: what fails, and words of the reason."""
    able = {c.name for c in here()}
    entries = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8")).get(suite, [])
    return {
        (one["workload"], one["contestant"], operation): one["reason"]
        for one in entries
        for operation in one["operations"]
        if one["workload"] == workload and one["contestant"] in able
    }


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
        if cell.contestant in able and not prepared.can_measure(cell)
    }
    expected = listed(suite, workload)
    complaints = [
        f"fails, and is not among the exceptions: {' '.join(key)}: {reason}"
        for key, reason in found.items()
        if expected.get(key, "\0") not in reason
    ]
    complaints += [f"works: strike it from the exceptions: {' '.join(key)}" for key in expected.keys() - found.keys()]
    assert not complaints, "\n".join(complaints)
