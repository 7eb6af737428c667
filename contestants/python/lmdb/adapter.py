"""LMDB by py-lmdb: one database, keys and values as bytes, one transaction for many documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lmdb

from assay_kit.safe_files import SYNCED
from assay_kit.stores import Setting

LARGEST = 1 << 36  # of address space that a database may grow into; the file is as large as what is in it


class Store:
    library = "lmdb"
    version = lmdb.__version__

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dump, self.load = setting.dump, setting.load

    def open(self, folder: Path, create: bool) -> None:
        self.environment = lmdb.open(
            str(folder), map_size=LARGEST, create=create, sync=self.setting.durability in SYNCED
        )

    def close(self) -> None:
        self.environment.close()

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        dump = self.dump
        for some in self.setting.commits(pairs):
            with self.environment.begin(write=True) as transaction, transaction.cursor() as cursor:
                cursor.putmulti([(key.encode(), dump(document)) for key, document in some])

    update = put

    def delete(self, keys: list[str]) -> None:
        for some in self.setting.commits(keys):
            with self.environment.begin(write=True) as transaction:
                for key in some:
                    transaction.delete(key.encode())

    def flush(self) -> None:
        """Each commit has synced already, where the class asks for it."""

    def scan(self) -> Iterator[Any]:
        with self.environment.begin() as transaction, transaction.cursor() as cursor:
            yield from map(self.load, cursor.iternext(keys=False))

    def get(self, key: str) -> Any:
        with self.environment.begin() as transaction:
            data = transaction.get(key.encode())
        return None if data is None else self.load(data)

    def get_many(self, keys: list[str]) -> list[Any]:
        with self.environment.begin() as transaction:
            return [self.load(transaction.get(key.encode())) for key in keys]
