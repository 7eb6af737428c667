"""Stores on documents of the user's own: what they look like is found out, keys may be numbers."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import fastavro
import pytest
from asking import asked
from buildable import here

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.measure.prepare import prepare
from assay.measure.selection.select import select
from assay.results.request import StoreRequest
from assay.results.way import StoreWay
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

OPERATIONS = ["put", "scan", "get", "filter", "project", "batches"]
# One of a kind of each language: the rest is proved on other documents.
STORES = frozenset(
    {
        *("python/sqlite3", "python/pandas-parquet", "python/datasets", "python/jsonl"),
        *("go/bbolt", "java/mvstore", "node/jsonl", "rust/bison-db", "rust/redb"),
    }
)
# That a filter has nothing to compare, the lab finds before it asks any store.
SOME = frozenset({"python/jsonl", "python/sqlite3"})


def document(number: int) -> dict[str, Any]:
    made: dict[str, Any] = {
        "no": number * 7,
        "title": f"Title {number} \u00e9",
        "price": number / 4,
        "tags": ["a"] * (number % 3),
    }
    if number % 2:
        made["extra"] = {"deep": {"of": [1, 2]}, "ok": True}
    return made


def proved(
    known: Catalog, path: Path, key: str, folder: Path, stores: frozenset[str] = STORES
) -> dict[tuple[str, str], str]:
    """By contestant and operation, why it has no number; empty where it can be measured."""
    request = asked(
        suite="stores",
        contestants=sorted(stores & {c.name for c in here()}),
        operations=OPERATIONS,
        data=path,
        stores=StoreRequest(key=key, modes=["warm"], boundaries=["raw", "parsed"]),
    )
    prepared = prepare(known, select(known, request), Limits(4 << 30, 120), folder, Progress(quiet=True), nulls=False)
    return {
        (cell.contestant, cell.operation): cell.reason
        for cell in prepared.cells
        if isinstance(cell.way, StoreWay)
        and (declared := known.contestant(cell.contestant).manifest.store)
        and cell.way.boundary in declared.forms
    }


def test_own_documents_with_numbers_for_keys(known: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text("".join(json.dumps(document(n)) + "\n" for n in range(90)))
    found = proved(known, path, "no", tmp_path)
    assert found and not {cell: why for cell, why in found.items() if why}


def test_documents_without_a_number_cannot_be_filtered(known: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps({"id": f"k{n}", "text": "t" * n}) + "\n" for n in range(50)))
    for (_, operation), why in proved(known, path, "id", tmp_path, SOME).items():
        assert ("is a number in all of them" in why) == (operation in ("filter", "project")), (operation, why)


def test_documents_without_a_form_in_json_are_told(known: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "reals.avro"
    fields = [{"name": "id", "type": "long"}, {"name": "x", "type": "double"}]
    with path.open("wb") as file:
        fastavro.writer(file, {"type": "record", "name": "R", "fields": fields}, [{"id": 1, "x": math.nan}])
    with pytest.raises(AssayError, match="reals cannot be documents of a store: JSON has no form for NaN"):
        proved(known, path, "id", tmp_path, SOME)


def test_documents_may_name_their_fields_as_json_does(known: Catalog, tmp_path: Path) -> None:
    documents = [{"@id": f"absent-{n}", "user name": "é", "a-b": n, "1.x": {"$y": n}, "'": n / 2} for n in range(60)]
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(json.dumps(d) + "\n" for d in documents))
    found = proved(known, path, "@id", tmp_path)
    assert found and not {cell: why for cell, why in found.items() if why}


def test_codecs_get_names_that_avro_allows_and_stores_those_of_the_documents(known: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text('{"@id": "a"}\n')
    for suite, name in ((None, "_id"), ("stores", "@id")):
        assert f'"name": "{name}"' in select(known, asked(suite=suite, data=path)).record_sets[0].schema_text


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ('{"id": "a"}\n', "name", 'have no field "name"'),
        ('{"id": 0.5}\n', "id", '"id" is not in record 0'),
        ('{"id": "a"}\n{"id": "b"}\n{"x": 1}\n', "id", '"id" is not in record 2'),
        ('{"id": "a"}\n{"id": "b"}\n{"id": "a"}\n', "id", '"a" in records 0 and 2'),
        ('{"id": "a\\nb"}\n', "id", "line break in record 0"),
    ],
)
def test_what_cannot_be_a_key_is_told_before_anything_is_built(
    known: Catalog, tmp_path: Path, text: str, key: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(*_: object) -> None:
        raise AssertionError("builds first")

    monkeypatch.setattr("assay.measure.builds.build_all", build)
    path = tmp_path / "own.jsonl"
    path.write_text(text)
    with pytest.raises(AssayError, match=message):
        proved(known, path, key, tmp_path)
