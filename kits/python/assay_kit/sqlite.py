"""What the stores on SQLite have in common, whichever module binds it.

One table without rowid, a write-ahead log, one transaction for many documents. A commit syncs the log with
synchronous=FULL, and leaves that to the operating system with OFF. Parsed documents are text, raw ones blobs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from assay_kit.stores import Setting

# Of all contestants on SQLite, in every language. The size is in KiB, with a minus. Deleted content is not overwritten
# with zeros, which is SQLite's own default, and not that of some distributions.
PRAGMAS = ("journal_mode=WAL", "cache_size=-16000", "secure_delete=OFF")
SYNCHRONOUS = {"D1": "OFF", "D2": "FULL", "D3": "FULL"}

# Options of a build that make it faster or slower, and that no pragma sets alike for all.
TELLING = ("COMPILER", "DEFAULT_MEMSTATUS", "DEFAULT_PAGE_SIZE", "OMIT_LOOKASIDE", "THREADSAFE")


def engine(connection: Any) -> str:
    """The loaded SQLite: its version, and the options of its build that matter for speed."""
    ((version,),) = connection.execute("SELECT sqlite_version()")
    options = [option for (option,) in connection.execute("PRAGMA compile_options") if option.startswith(TELLING)]
    return f"SQLite {version} ({', '.join(options)})"


class SqliteStore:
    """An adapter gives `connect`: a connection without transactions of the module's own."""

    connection: Any

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        raw = setting.form == "raw"
        self.dump = setting.dump if raw else setting.dump_text
        self.load: Callable[[Any], Any] = setting.load if raw else setting.load_text

    @staticmethod
    def connect(path: str) -> Any:
        raise NotImplementedError

    def open(self, folder: Path, create: bool) -> None:
        self.connection = self.connect(str(folder / "documents.db"))
        for pragma in (*PRAGMAS, f"synchronous={SYNCHRONOUS[self.setting.durability]}"):
            self.connection.execute(f"PRAGMA {pragma}").fetchall()
        if create:
            self.connection.execute("CREATE TABLE documents (key TEXT PRIMARY KEY, document NOT NULL) WITHOUT ROWID")

    def close(self) -> None:
        self.connection.close()

    def _commit(self, statement: str, rows: Iterable[Any]) -> None:
        run = self.connection.execute
        for some in self.setting.commits(rows):
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

    def get_many(self, keys: list[str]) -> list[Any]:
        """One read transaction for a batch."""
        self.connection.execute("BEGIN")
        found = [self.get(key) for key in keys]
        self.connection.execute("COMMIT")
        return found

    def filter(self, field: str, minimum: float, maximum: float) -> Iterator[Any]:
        load = self.load
        query = "SELECT document FROM documents WHERE CAST(document AS TEXT) ->> ? BETWEEN ? AND ?"
        return (load(data) for (data,) in self.connection.execute(query, (field, minimum, maximum)))

    def project(self, fields: list[str]) -> Iterator[dict[str, Any]]:
        first, second = fields
        query = "SELECT CAST(document AS TEXT) ->> ?, CAST(document AS TEXT) ->> ? FROM documents"
        return ({first: a, second: b} for a, b in self.connection.execute(query, (first, second)))
