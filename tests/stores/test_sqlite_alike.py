"""Contestants on SQLite keep documents alike: in one kind of table and log, deleted content not overwritten."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from buildable import here
from stores.proving import KEY, LIMITS

from assay.boundaries.stores.store import Store
from assay.boundaries.stores.task import StoreTask
from assay.builder.builder import build_one
from assay.catalog.catalog import Catalog
from assay.data.documents import documents
from assay.data.formats.encoded import by_reference
from assay.data.questions import write_keys
from assay.data.workload import record_set
from assay.results.way import StoreWay
from assay.runner import session

pytestmark = pytest.mark.slow

ENGINE = "SQLite "
NAMES = ("node/better-sqlite3", "node/node-sqlite", "python/apsw", "python/sqlite3", "rust/rusqlite")
HERE = {one.name for one in here()}
MAGIC = b"SQLite format 3\0"
FEW = 20


@pytest.mark.parametrize("form", ["parsed", "raw"])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_on_disk(known: Catalog, name: str, form: str, tmp_path: Path) -> None:
    if name not in HERE:
        pytest.skip("its runtime is not here, or too old")
    made = documents(record_set(known.workload("document"), FEW, seed=42), KEY, seed=42)
    built = build_one(known.contestant(name), made)
    assert built.start is not None, built.reason
    way = StoreWay.model_validate({"mode": "new", "durability": "D1", "boundary": form, "key": KEY})
    task = StoreTask(made, "put", way, by_reference(made, "json"))
    place = tmp_path / "store"
    place.mkdir()
    with session.start(built, tmp_path / "log", LIMITS) as process:
        hello = session.greet(process, built)
        assert hello["engine"].startswith(ENGINE)
        store = Store(process, task)
        store.load(made.records)
        store.open(place, create=True)
        store.step("put")
        store.close()
        (path,) = (one for one in place.iterdir() if one.read_bytes().startswith(MAGIC))
        with sqlite3.connect(path) as connection:
            kinds = connection.execute("select distinct typeof(key), typeof(document) from documents").fetchall()
            (text,) = connection.execute("select sql from sqlite_master where name = 'documents'").fetchone()
            (log,) = connection.execute("pragma journal_mode").fetchone()
            keys = [key for (key,) in connection.execute("select key from documents order by key")]
        connection.close()
        assert kinds == [("text", "blob" if form == "raw" else "text")]
        assert "without rowid" in text.lower() and log == "wal" and len(keys) == FEW
        kept = path.read_bytes().count(b'"id"')
        store.open(place, create=False)
        assert store.step("delete", keys=str(write_keys(tmp_path / "gone.keys", keys))).count == FEW
        store.close()
        process.bye()
    # Overwritten content would be zeros. Some pages are used again.
    assert path.read_bytes().count(b'"id"') > kept / 2
