"""SQLite by Python's own module."""

from __future__ import annotations

import sqlite3

from assay_kit.sqlite import SqliteStore, engine


class Store(SqliteStore):
    library = "sqlite3"
    version = sqlite3.sqlite_version
    engine = engine(sqlite3.connect(":memory:"))

    @staticmethod
    def connect(path: str) -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None)
