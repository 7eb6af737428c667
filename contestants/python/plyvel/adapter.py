"""LevelDB by plyvel: keys and values as bytes, one write batch for many documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plyvel

from assay_kit.safe_files import SYNCED
from assay_kit.stores import Setting

CACHE = 32 << 20  # bytes, as of the contestants on RocksDB
FILTER = 10  # bits of the Bloom filter for each key


class Store:
    library = "plyvel"
    version = plyvel.__version__

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dump, self.load = setting.dump, setting.load
        self.sync = setting.durability in SYNCED

    def open(self, folder: Path, create: bool) -> None:
        self.database = plyvel.DB(
            str(folder),
            create_if_missing=create,
            error_if_exists=create,
            lru_cache_size=CACHE,
            bloom_filter_bits=FILTER,
        )

    def close(self) -> None:
        self.database.close()

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        dump = self.dump
        for some in self.setting.commits(pairs):
            with self.database.write_batch(sync=self.sync) as batch:
                for key, document in some:
                    batch.put(key.encode(), dump(document))

    update = put

    def delete(self, keys: list[str]) -> None:
        for some in self.setting.commits(keys):
            with self.database.write_batch(sync=self.sync) as batch:
                for key in some:
                    batch.delete(key.encode())

    def flush(self) -> None:
        """Each batch has been synced already, where the class asks for it."""

    def scan(self) -> Iterator[Any]:
        with self.database.iterator(include_key=False) as values:
            yield from map(self.load, values)

    def get(self, key: str) -> Any:
        data = self.database.get(key.encode())
        return None if data is None else self.load(data)

    def get_many(self, keys: list[str]) -> list[Any]:
        return [self.load(self.database.get(key.encode())) for key in keys]
