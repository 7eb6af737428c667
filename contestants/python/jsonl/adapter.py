"""A plain file of JSON lines, and where in it each document stands, found out when it is opened."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay_kit.safe_files import SYNCED, replace, sync, sync_folder
from assay_kit.stores import Setting, parse


class Store:
    library = "json"
    version = platform.python_version()

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dump, self.load = setting.dump, setting.load
        self.synced = setting.durability in SYNCED

    def open(self, folder: Path, create: bool) -> None:
        self.path = folder / "documents.jsonl"
        if create:
            self.path.touch()
            if self.synced:
                sync_folder(folder)
        self._read_places()

    def _read_places(self) -> None:
        """The key is inside the document, so each line has to be parsed."""
        self.file = self.path.open("r+b")
        self.places: dict[str, tuple[int, int]] = {}
        at = 0
        for line in self.file:
            self.places[self.setting.key_of(parse(line))] = at, len(line) - 1
            at += len(line)

    def close(self) -> None:
        self.file.close()

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        at = self.file.seek(0, os.SEEK_END)
        for some in self.setting.commits(pairs):
            for key, document in some:
                text = self.dump(document)
                self.file.write(text + b"\n")
                self.places[key] = at, len(text)
                at += len(text) + 1
            if self.setting.durability == "D3":
                sync(self.file)

    def flush(self) -> None:
        self.file.flush()
        if self.setting.durability == "D2":
            sync(self.file)

    def update(self, pairs: list[tuple[str, Any]]) -> None:
        for some in self.setting.commits(pairs):
            self._write_anew({key: self.dump(document) for key, document in some})

    def delete(self, keys: list[str]) -> None:
        for some in self.setting.commits(keys):
            self._write_anew(dict.fromkeys(some))

    def _write_anew(self, changes: dict[str, bytes | None]) -> None:
        """The whole file with other lines for these keys, or none: lines differ in length, so none fits in place."""
        texts = ((key, changes[key] if key in changes else self._text(key)) for key in self.places)
        lines = [(key, text) for key, text in texts if text is not None]
        replace(self.path, lambda file: file.writelines(text + b"\n" for _, text in lines), self.setting.durability)
        self.file.close()
        self._read_places()

    def _text(self, key: str) -> bytes:
        at, length = self.places[key]
        return os.pread(self.file.fileno(), length, at)

    def scan(self) -> Iterator[Any]:
        self.file.seek(0)
        load = self.load
        return (load(line[:-1]) for line in self.file)

    def get(self, key: str) -> Any:
        return self.load(self._text(key)) if key in self.places else None
