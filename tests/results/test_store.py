"""Results documents: their JSON Schema in the repository, and writing that never leaves half a document."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest
from measure.replay import Clock, Replay, Saved, document

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.measure.blocks import run_blocks
from assay.results import store, writing
from assay.results.document import Batch, Batches, Document
from assay.results.request import Settings

SCHEMA = CHECKOUT / "docs" / "results.schema.json"


@pytest.fixture
def measured(settings: Settings) -> Document:
    doc = document(settings, ["x/a", "x/b"], ("encode", "decode"))
    run_blocks(doc, Replay(), Saved().watch(), Clock())
    return doc


def test_the_schema_in_the_repository_is_the_one_of_the_code() -> None:
    assert json.loads(SCHEMA.read_text()) == store.json_schema(), "run: ./assay schema > docs/results.schema.json"


def test_a_document_is_valid_by_its_schema(measured: Document, tmp_path: Path) -> None:
    writing.write(measured, tmp_path / "r.json")
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(
        json.loads((tmp_path / "r.json").read_text())
    )


def test_what_was_written_is_read_again(measured: Document, tmp_path: Path) -> None:
    writing.write(measured, tmp_path / "r.json")
    assert store.read(tmp_path / "r.json") == measured


def test_each_sample_is_one_line(measured: Document, tmp_path: Path) -> None:
    writing.write(measured, tmp_path / "r.json")
    lines = (tmp_path / "r.json").read_text().splitlines()
    samples = [one for cell in measured.cells for one in cell.samples]
    assert sum(line.lstrip().startswith('{"block":') for line in lines if '"batches"' in line) == len(samples)
    # What is told once of the whole run is easy to find: by the eye, and by grep.
    assert f' "state": "{measured.state}",' in lines


def test_a_write_that_fails_leaves_the_old_document(
    measured: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.json"
    writing.write(measured, path)
    before = path.read_bytes()

    def full(self: Path, *args: object, **kwargs: object) -> int:
        self.open("w").close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(AssayError, match="No space left"):
        writing.write(measured, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", ["cells", "plan", "machine"])
def test_a_document_that_lacks_a_part_is_refused(measured: Document, tmp_path: Path, damage: str) -> None:
    content = measured.model_dump(mode="json")
    del content[damage]
    (tmp_path / "r.json").write_text(json.dumps(content))
    with pytest.raises(AssayError, match=damage):
        store.read(tmp_path / "r.json")


@pytest.mark.parametrize(
    ("wall", "cpu", "wait", "ns"),
    [
        (1000, 990, 0, 100),  # no thread waited: wall time, whatever the clocks of the two differ by
        (1000, 600, 500, 60),  # others had the core: processor time,
        (1000, 300, 500, 50),  # but no less than wall time without the waiting,
        (1000, 1500, 500, 100),  # and helper threads cost no more than they held up
        (1000, 10, 0, 100),  # work that others do shows in wall time
        (1000, 0, 1000, 100),  # a clock too coarse says nothing
    ],
)
def test_the_time_of_a_batch_leaves_out_what_others_had_of_the_core(wall: int, cpu: int, wait: int, ns: float) -> None:
    batch = Batch(passes=1, records=10, wall_ns=wall, cpu_ns=cpu, wait_ns=wait)
    assert Batches.of([batch]).ns == [ns]


def test_a_document_whose_parts_do_not_fit_each_other_is_one_clear_line(measured: Document, tmp_path: Path) -> None:
    without = {"contestants": "no contestant", "blocks": "a sample of block 0", "workloads": "no workload"}
    for part, words in without.items():
        path = tmp_path / f"{part}.json"
        writing.write(measured.model_copy(update={part: []}), path)
        with pytest.raises(AssayError, match=f"{part}.json: not a valid results document: .*{words}"):
            store.read(path)
        assert store.read_as_it_is(path).cells == measured.cells


def test_what_can_be_written_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "empty").touch(mode=0o600)
    store.check_writable(tmp_path / "empty")
    store.check_writable(tmp_path / "new" / "r.json")
    assert (tmp_path / "empty").stat().st_mode & 0o777 == 0o600
    assert list((tmp_path / "new").iterdir()) == []


def test_a_document_replaces_documents_only(measured: Document, tmp_path: Path) -> None:
    writing.write(measured, tmp_path / "r.json")
    (tmp_path / "other.json").write_text('{"format": "assay-conformance"}')
    (tmp_path / "empty.json").touch()
    for name in ("r.json", "other.json", "empty.json", "none.json"):
        store.check_replaceable(tmp_path / name)
    (tmp_path / "orders.json").write_text('[{"format": "assay-results"}]')
    (tmp_path / "orders.csv").write_text("a,b\n1,2\n")
    os.mkfifo(tmp_path / "pipe")
    for name in ("orders.json", "orders.csv"):
        with pytest.raises(AssayError, match=f"{name}: there is a file that is no results document"):
            store.check_replaceable(tmp_path / name)
    with pytest.raises(AssayError, match="pipe: not a regular file"):
        store.check_replaceable(tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo() and (tmp_path / "orders.csv").read_text() == "a,b\n1,2\n"
