"""SQLite by APSW, whose wheels have a current one compiled in."""

from __future__ import annotations

import apsw

from assay_kit.sqlite import SqliteStore, engine


class Store(SqliteStore):
    library = "apsw"
    version = apsw.apsw_version()
    engine = engine(apsw.Connection(":memory:"))

    @staticmethod
    def connect(path: str) -> apsw.Connection:
        return apsw.Connection(path)
