"""Zippy's fast store in Python: documents in batches appended to JSON lines, an index in memory and in a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zippy

from assay_kit.stores import Setting


class Store:
    library = "zippy-data"
    version = zippy.__version__

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def open(self, folder: Path, create: bool) -> None:
        self.store = zippy.FastZDSStore.open(folder, collection="documents")

    def close(self) -> None:
        self.store.close()

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        put = self.store.put
        for key, document in pairs:
            put(key, document)

    update = put

    def delete(self, keys: list[str]) -> None:
        for key in keys:
            self.store.delete(key)

    def flush(self) -> None:
        self.store.flush()

    def scan(self) -> Iterator[dict[str, Any]]:
        return self.store.scan()

    def get(self, key: str) -> dict[str, Any] | None:
        try:
            return self.store.get(key)
        except KeyError:
            return None

    def project(self, fields: list[str]) -> Iterator[dict[str, Any]]:
        return self.store.scan(fields=fields)
