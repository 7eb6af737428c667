"""The honest little store that the planted cheats change in one point each: a dict, and a file with the whole of it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from assay_kit.stores import Setting

SYNCED = ("D2", "D3")


class Store:
    library = "little"
    version = "1"

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def open(self, folder: Path, create: bool) -> None:
        self.path = folder / "documents.json"
        self.documents: dict[str, str] = {} if create else json.loads(self.path.read_bytes())

    def close(self) -> None:
        del self.documents

    def commit(self) -> None:
        """Write everything, as the class says."""
        if self.setting.durability == "D0":
            return
        with self.path.open("w", encoding="utf-8") as file:
            json.dump(self.documents, file)
            file.flush()
            if self.setting.durability in SYNCED:
                self.sync(file)

    def sync(self, file: TextIO) -> None:
        os.fsync(file.fileno())

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        for some in self.setting.commits(pairs):
            self.documents.update((key, self.setting.dump(document).decode()) for key, document in some)
            self.commit()

    update = put

    def delete(self, keys: list[str]) -> None:
        for some in self.setting.commits(keys):
            for key in some:
                del self.documents[key]
            self.commit()

    def flush(self) -> None:
        """Each commit has written already."""

    def scan(self) -> Iterator[Any]:
        return (self.setting.load(text.encode()) for text in self.documents.values())

    def get(self, key: str) -> Any:
        text = self.documents.get(key)
        return None if text is None else self.setting.load(text.encode())
