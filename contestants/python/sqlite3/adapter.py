"""SQLite by Python's own module: one table without rowid, a write-ahead log, one transaction for many documents."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from assay_kit.stores import Setting

COMMIT = 1000
CACHE = -16_000  # KiB, with a minus; of all contestants on SQLite
SYNCHRONOUS = {"D1": "OFF", "D2": "FULL", "D3": "FULL"}


class Store:
    library = "sqlite3"
    version = sqlite3.sqlite_version

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        # Parsed documents are text, raw ones blobs, as in the other contestants on SQLite.
        self.dump = setting.dump if setting.form == "raw" else setting.dump_text
        self.load = setting.load

    def open(self, folder: Path, create: bool) -> None:
        self.connection = sqlite3.connect(folder / "documents.db", isolation_level=None)
        run = self.connection.execute
        run("PRAGMA journal_mode=WAL")
        run(f"PRAGMA synchronous={SYNCHRONOUS[self.setting.durability]}")
        run(f"PRAGMA cache_size={CACHE}")
        if create:
            run("CREATE TABLE documents (key TEXT PRIMARY KEY, document NOT NULL) WITHOUT ROWID")

    def close(self) -> None:
        self.connection.close()

    def _commit(self, statement: str, rows: Iterable[Any]) -> None:
        run = self.connection.execute
        rows = iter(rows)
        while some := list(islice(rows, COMMIT)) if self.setting.durability == "D3" else list(rows):
            run("BEGIN")
            self.connection.executemany(statement, some)
            run("COMMIT")

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        dump = self.dump
        self._commit("INSERT INTO documents VALUES (?, ?)", ((key, dump(document)) for key, document in pairs))

    def update(self, pairs: list[tuple[str, Any]]) -> None:
        dump = self.dump
        rows = ((dump(document), key) for key, document in pairs)
        self._commit("UPDATE documents SET document = ? WHERE key = ?", rows)

    def delete(self, keys: list[str]) -> None:
        self._commit("DELETE FROM documents WHERE key = ?", ((key,) for key in keys))

    def flush(self) -> None:
        """Each commit has synced already, where the class asks for it."""

    def scan(self) -> Iterator[Any]:
        load = self.load
        return (load(data) for (data,) in self.connection.execute("SELECT document FROM documents"))

    def get(self, key: str) -> Any:
        row = self.connection.execute("SELECT document FROM documents WHERE key = ?", (key,)).fetchone()
        return None if row is None else self.load(row[0])

    def filter(self, field: str, minimum: float, maximum: float) -> Iterator[Any]:
        load = self.load
        query = "SELECT document FROM documents WHERE CAST(document AS TEXT) ->> ? BETWEEN ? AND ?"
        return (load(data) for (data,) in self.connection.execute(query, (field, minimum, maximum)))

    def project(self, fields: list[str]) -> Iterator[dict[str, Any]]:
        first, second = fields
        query = "SELECT CAST(document AS TEXT) ->> ?, CAST(document AS TEXT) ->> ? FROM documents"
        return ({first: a, second: b} for a, b in self.connection.execute(query, (first, second)))
