"""An interrupted run of every kind goes on from what its document says was asked for, and from nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from asking import asked
from measure.interrupting import interrupted

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.builder.builder import missing
from assay.catalog.catalog import Catalog
from assay.measure import run as runs
from assay.results.request import Settings, StoreRequest

pytestmark = pytest.mark.slow

KINDS: dict[str, dict[str, Any]] = {
    "codecs": {"contestants": ["python/msgpack", "python/json"], "suite": "objects", "workloads": ["sample"]},
    "threads": {"contestants": ["python/fastavro"], "threads": [1, 2], "workloads": ["person"]},
    "containers": {
        "contestants": ["python/fastavro"],
        "operations": ["read", "write"],
        "compressions": ["deflate"],
        "level": 3,
        "block_bytes": 700,
    },
    "stores": {
        "suite": "stores",
        "contestants": ["python/jsonl", "python/sqlite3"],
        "operations": ["put", "batches"],
        "stores": StoreRequest(shuffles=["none", "buffer"], durability=["D1", "D2"], lookups=20),
    },
    "several sizes": {"suite": "stores", "contestants": ["python/jsonl"], "operations": ["put", "scan"]},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_goes_on_as_it_was_asked_for(known: Catalog, settings: Settings, tmp_path: Path, kind: str) -> None:
    records = [60, 90] if kind == "several sizes" else [150]
    go_on(known, asked(settings, records=records, seed=7, **KINDS[kind]), tmp_path / "run.json")


def test_a_run_with_whole_processes(known: Catalog, settings: Settings, tmp_path: Path) -> None:
    if shutil.which("hyperfine") is None:
        pytest.skip("no hyperfine: `assay setup` installs it")
    settings = settings.model_copy(update={"process_rounds": 2})
    document = go_on(known, asked(settings, contestants=["python/fastavro"], records=[100]), tmp_path / "run.json")
    cells = [c for c in document.cells if not c.control and not c.harness]
    assert all(c.whole and len(c.whole.cold) == 2 for c in cells)


def test_a_run_in_a_browser(known: Catalog, settings: Settings, tmp_path: Path) -> None:
    if problem := missing(known.contestants["browser/json"]):
        pytest.skip(problem)
    go_on(
        known, asked(settings, suite="js-formats", contestants=["browser/json"], records=[100]), tmp_path / "run.json"
    )


@pytest.mark.parametrize("with_schema", [False, True])
def test_a_run_on_own_data(known: Catalog, settings: Settings, tmp_path: Path, with_schema: bool) -> None:
    request = own(settings, tmp_path, with_schema)
    output = tmp_path / "results" / "run.json"
    document = go_on(known, request, output)
    assert document.workloads[0].data == "orders.jsonl"
    assert str(tmp_path) not in output.read_text(), "a document is made to be shared"
    assert [path.name for path in output.parent.iterdir()] == ["run.json"], "nothing is left beside a finished run"


def test_own_data_that_changed_is_refused(known: Catalog, settings: Settings, tmp_path: Path) -> None:
    request = own(settings, tmp_path, False)
    interrupted(known, request, tmp_path / "run.json")
    (tmp_path / "data" / "orders.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(AssayError, match=r"orders\.jsonl: its records have changed since"):
        runs.resume(known, tmp_path / "run.json", Progress(quiet=True))


def test_own_data_of_an_unknown_place_is_reported(known: Catalog, settings: Settings, tmp_path: Path) -> None:
    interrupted(known, own(settings, tmp_path, False), tmp_path / "run.json")
    (tmp_path / "run.files").unlink()
    with pytest.raises(AssayError, match=r"the path of orders\.jsonl was kept in run\.files"):
        runs.resume(known, tmp_path / "run.json", Progress(quiet=True))


def test_another_version_of_a_library_is_refused(known: Catalog, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    document = interrupted(known, asked(settings, contestants=["python/jsonl"], suite="stores", records=[60]), path)
    assert (document.contestants[0].version, document.contestants[0].loaded[:2]) == ("system", "3.")
    document.contestants[0].version = "0.1"
    path.write_text(document.model_dump_json())
    with pytest.raises(AssayError, match=r"python/jsonl was 0\.1 and is system now"):
        runs.resume(known, path, Progress(quiet=True))


def own(settings: Settings, folder: Path, with_schema: bool) -> Any:
    data = folder / "data" / "orders.jsonl"
    data.parent.mkdir()
    data.write_text("".join(json.dumps({"id": number, "note": "x" * number}) + "\n" for number in range(120)))
    fields = [{"name": "id", "type": "long"}, {"name": "note", "type": "string"}]
    schema = folder / "data" / "order.avsc"
    schema.write_text(json.dumps({"type": "record", "name": "Order", "fields": fields}))
    return asked(settings, contestants=["python/fastavro"], data=data, schema=schema if with_schema else None)


def go_on(known: Catalog, request: Any, output: Path) -> Any:
    """Interrupt a run and resume it: the same cells, every one measured in every block."""
    before = interrupted(known, request, output)
    after = runs.resume(known, output, Progress(quiet=True))
    assert (after.state, after.plan.model_dump()) == ("finished", before.plan.model_dump())
    assert [cell.key for cell in after.cells] == [cell.key for cell in before.cells]
    for cell in (c for c in after.cells if not c.harness):
        assert cell.status in ("measured", "unstable"), f"{cell.key}: {cell.reason}"
        assert [sample.block for sample in cell.samples] == [0, 1]
    return after
