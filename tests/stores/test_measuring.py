"""A store is measured at every operation, in every mode that needs no rights of the system's administrator."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked

from assay.analysis.figures import analyse
from assay.base.progress import Progress
from assay.boundaries.stores.measuring import settled
from assay.catalog.catalog import Catalog
from assay.measure import run as runs
from assay.report import growth
from assay.results.request import Settings, StoreRequest
from assay.results.way import StoreWay

pytestmark = pytest.mark.slow

PARTS = {
    "put": ["open", "write", "flush", "close"],
    "scan": ["scan"],
    "get": ["lookup"],
    "filter": ["filter"],
    "project": ["project"],
    "batches": ["batches"],
    "update": ["write", "flush"],
    "delete": ["write", "flush"],
}


def test_every_operation_has_a_number_and_its_parts(known: Catalog, settings: Settings, tmp_path: Path) -> None:
    stores = StoreRequest(
        modes=["warm", "reopen", "cold"], durability=["D1", "D2"], lookups=50, shuffles=["none", "buffer"]
    )
    request = asked(
        settings, suite="stores", contestants=["python/sqlite3"], records=[200], operations=list(PARTS), stores=stores
    )
    document = runs.run(known, request, tmp_path / "run.json", Progress(quiet=True))
    cells = [cell for cell in document.cells if not cell.harness and not cell.control]
    assert {cell.operation for cell in cells} == set(PARTS)
    assert {(cell.status, cell.reason) for cell in cells} == {("measured", "")}
    for cell in cells:
        assert isinstance(cell.way, StoreWay)
        opened = ["open"] if cell.way.mode in ("reopen", "cold") else []
        for sample in cell.samples:
            assert list(sample.parts_ns) == [*opened, *PARTS[cell.operation]], cell.key
            assert sample.batches.records[0] == {"get": 50, "delete": 50, "batches": 400}.get(cell.operation, 200) or (
                cell.operation == "filter"
            )


def test_several_sizes_are_measured_in_one_run(known: Catalog, settings: Settings, tmp_path: Path) -> None:
    request = asked(
        settings, suite="stores", contestants=["python/jsonl"], records=[50, 120], operations=["put", "scan"]
    )
    document = runs.run(known, request, tmp_path / "run.json", Progress(quiet=True))
    cells = [cell for cell in document.cells if not cell.harness and not cell.control]
    assert {cell.workload for cell in cells} == {"document:50", "document:120"}
    assert {cell.status for cell in cells} == {"measured"}
    assert [section.title for section in growth.sections(analyse(document))] == [
        f"document {words}: how cost grows"
        for words in ("put D1, parsed, new", "scan D1, parsed, warm", "scan D1, parsed, cold")
    ]


@pytest.mark.parametrize(
    ("milliseconds", "expected"),
    [
        ([], False),
        ([9], False),
        ([9, 9], False),  # one is what the others are compared with
        ([9, 9, 9], True),
        ([90, 60, 40, 25], False),
        ([90, 25, 24.5, 24.4], True),
        ([90, 25, 30, 24.5], True),  # a slow one in between is noise
        ([90, 25, 30, 20], False),
        ([400, 350, 300], True),  # a second is enough
    ],
)
def test_reads_settle_when_two_in_a_row_are_no_faster(milliseconds: list[float], expected: bool) -> None:
    assert settled([round(time * 1e6) for time in milliseconds]) is expected
