"""Ingot's store: one collection, put_many in one commit, documents as dicts or as bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ingot
from assay_kit.stores import Setting


class Store:
    library = "ingot"
    version = ingot.__version__

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def open(self, folder: Path, create: bool) -> None:
        self.folder = ingot.Store(
            folder, sync="commit" if self.setting.durability == "D3" else "flush", key=self.setting.key
        )
        documents = self.folder["documents"]
        self.documents = documents.raw if self.setting.form == "raw" else documents

    def close(self) -> None:
        self.folder.close()

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        for some in self.setting.commits(pairs):
            self.documents.put_many(some)

    update = put

    def delete(self, keys: list[str]) -> None:
        for some in self.setting.commits(keys):
            self.documents.delete_many(some)

    def flush(self) -> None:
        if self.setting.durability == "D2":
            self.documents.flush()

    def scan(self) -> Iterator[Any]:
        return self.documents.values()

    def get(self, key: str) -> Any:
        return self.documents.get(key)

    def get_many(self, keys: list[str]) -> list[Any]:
        return self.documents.get_many(keys)

    def filter(self, field: str, minimum: float, maximum: float) -> Iterator[Any]:
        return self.documents.scan(f"{field} >= {minimum!r}", f"{field} <= {maximum!r}")

    def project(self, fields: list[str]) -> Iterator[dict[str, Any]]:
        return self.documents.scan(fields=fields)
