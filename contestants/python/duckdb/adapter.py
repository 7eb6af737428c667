"""DuckDB: a table of keys and JSON; many documents at once come as an Arrow table, as its documentation says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow

from assay_kit.safe_files import SYNCED
from assay_kit.stores import Setting

AT_ONCE = 2048  # rows fetched together: DuckDB's own vector of rows


class Store:
    library = "duckdb"
    version = duckdb.__version__

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dump = setting.dump
        self.load = str.encode if setting.form == "raw" else setting.load_text

    def open(self, folder: Path, create: bool) -> None:
        if self.setting.durability == "D0":
            self.connection = duckdb.connect(":memory:")
        else:
            mode = "standard" if self.setting.durability in SYNCED else "none"
            self.connection = duckdb.connect(folder / "documents.duckdb", config={"fsync_mode": mode})
        if create:
            self.connection.execute("CREATE TABLE documents (key VARCHAR PRIMARY KEY, document JSON NOT NULL)")

    def close(self) -> None:
        self.connection.close()

    def _commit(self, statement: str, **columns: list[Any]) -> None:
        """The statement in a transaction of its own, with these columns of text as the table `rows`."""
        rows = pyarrow.table({name: pyarrow.array(column, pyarrow.string()) for name, column in columns.items()})
        self.connection.register("rows", rows)
        self.connection.execute(statement)
        self.connection.unregister("rows")

    def _write(self, statement: str, pairs: list[tuple[str, Any]]) -> None:
        for some in self.setting.commits(pairs):
            keys, documents = zip(*some, strict=True)
            self._commit(statement, key=list(keys), document=[self.dump(document) for document in documents])

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        self._write("INSERT INTO documents SELECT key, document FROM rows", pairs)

    def update(self, pairs: list[tuple[str, Any]]) -> None:
        self._write("UPDATE documents SET document = rows.document FROM rows WHERE documents.key = rows.key", pairs)

    def delete(self, keys: list[str]) -> None:
        for some in self.setting.commits(keys):
            self._commit("DELETE FROM documents USING rows WHERE documents.key = rows.key", key=some)

    def flush(self) -> None:
        """Each commit has synced already, where the class asks for it."""

    def _rows(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        cursor = self.connection.execute(query, values)
        while rows := cursor.fetchmany(AT_ONCE):
            yield from rows

    def scan(self) -> Iterator[Any]:
        return (self.load(text) for (text,) in self._rows("SELECT document FROM documents"))

    def get(self, key: str) -> Any:
        row = self.connection.execute("SELECT document FROM documents WHERE key = ?", (key,)).fetchone()
        return None if row is None else self.load(row[0])

    def get_many(self, keys: list[str]) -> list[Any]:
        """As an Arrow table, too."""
        self.connection.register("rows", pyarrow.table({"key": pyarrow.array(keys, pyarrow.string())}))
        found = dict(self.connection.execute("SELECT key, document FROM rows JOIN documents USING (key)").fetchall())
        self.connection.unregister("rows")
        return [self.load(found[key]) for key in keys]

    def filter(self, field: str, minimum: float, maximum: float) -> Iterator[Any]:
        query = "SELECT document FROM documents WHERE CAST(document ->> ? AS DOUBLE) BETWEEN ? AND ?"
        return (self.load(text) for (text,) in self._rows(query, f'$."{field}"', minimum, maximum))

    def project(self, fields: list[str]) -> Iterator[dict[str, Any]]:
        query = "SELECT document -> ?, document -> ? FROM documents"
        rows = self._rows(query, *(f'$."{field}"' for field in fields))
        return (dict(zip(fields, map(self.setting.load_text, row), strict=True)) for row in rows)
