"""RocksDB by rocksdict in its raw mode: one column family of bytes, write batches of 1,000 documents."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rocksdict import BlockBasedOptions, Cache, DBCompressionType, Options, Rdict, WriteBatch, WriteOptions

from assay_kit.stores import COMMIT, Setting

CACHE = 32 << 20  # bytes; of all contestants on RocksDB
FILTER = 10  # bits of the Bloom filter for each key


class Store:
    library = "rocksdict"
    version = version("rocksdict")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dump, self.load = setting.dump, setting.load
        self.writing = WriteOptions()
        self.writing.sync = setting.durability == "D3"

    def open(self, folder: Path, create: bool) -> None:
        tables = BlockBasedOptions()
        tables.set_block_cache(Cache(CACHE))
        tables.set_bloom_filter(FILTER, False)
        options = Options(raw_mode=True)
        options.create_if_missing(create)
        options.set_compression_type(DBCompressionType.lz4())
        options.set_block_based_table_factory(tables)
        # Where the column family is not named, it is opened again with a smaller cache.
        self.database = Rdict(str(folder), options, {"default": options})

    def close(self) -> None:
        self.database.close()

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        dump = self.dump
        for some in _batches(pairs):
            batch = WriteBatch(raw_mode=True)
            for key, document in some:
                batch.put(key.encode(), dump(document))
            self.database.write(batch, self.writing)

    update = put

    def delete(self, keys: list[str]) -> None:
        for some in _batches(keys):
            batch = WriteBatch(raw_mode=True)
            for key in some:
                batch.delete(key.encode())
            self.database.write(batch, self.writing)

    def flush(self) -> None:
        if self.setting.durability == "D2":
            self.database.flush_wal(sync=True)

    def scan(self) -> Iterator[Any]:
        return map(self.load, self.database.values())

    def get(self, key: str) -> Any:
        data = self.database.get(key.encode())
        return None if data is None else self.load(data)

    def get_many(self, keys: list[str]) -> list[Any]:
        return [self.load(data) for data in self.database.get([key.encode() for key in keys])]


def _batches(items: list[Any]) -> Iterator[list[Any]]:
    """As many as class D3 asks for, in every class: a write batch is held in memory as a whole."""
    return (items[start : start + COMMIT] for start in range(0, len(items), COMMIT))
