"""Of a user's file the first records are taken, and that there are more is known."""

from __future__ import annotations

import json
from pathlib import Path

import fastavro
import pytest

from assay.data import workload
from assay.data.workload import own_record_set

MOST = 5


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workload, "OWN_RECORDS", MOST)


def file(folder: Path, form: str, count: int) -> Path:
    path = folder / f"orders.{form}"
    records = [{"id": number} for number in range(count)]
    if form == "avro":
        schema = {"type": "record", "name": "Order", "fields": [{"name": "id", "type": "long"}]}
        with path.open("wb") as out:
            fastavro.writer(out, schema, records, sync_interval=4)
    else:
        path.write_text("".join(f"{json.dumps(record)}\n\n" for record in records))
    return path


@pytest.mark.parametrize("form", ["avro", "jsonl"])
@pytest.mark.parametrize(("held", "cut"), [(MOST - 1, False), (MOST, False), (MOST + 1, True)])
def test_a_file_with_more_records_than_are_taken_is_cut(tmp_path: Path, form: str, held: int, cut: bool) -> None:
    made = own_record_set(file(tmp_path, form, held), None, None, 1)
    assert (made.facts.count, made.cut) == (min(held, MOST), cut)


@pytest.mark.parametrize("form", ["avro", "jsonl"])
def test_a_number_that_was_asked_for_cuts_nothing(tmp_path: Path, form: str) -> None:
    made = own_record_set(file(tmp_path, form, MOST), None, 3, 1)
    assert (made.facts.count, made.cut) == (3, False)


def test_what_comes_after_the_records_taken_may_be_of_any_kind(tmp_path: Path) -> None:
    path = file(tmp_path, "jsonl", MOST)
    path.write_text(path.read_text() + "not even JSON\n")
    assert own_record_set(path, None, None, 1).cut
