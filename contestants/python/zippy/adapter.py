"""Zippy's native store: JSON lines that carry `_id`, written and indexed in Rust."""

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
        self.raw = setting.form == "raw"

    def open(self, folder: Path, create: bool) -> None:
        self.store = zippy.NativeStore.open(str(folder), "documents")

    def close(self) -> None:
        del self.store  # it has no close: what is left is written when it goes

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        if self.raw:
            lines = [self._with_id(key, text) for key, text in pairs]
            self.store.write_jsonl(b"\n".join(lines), [key for key, _ in pairs])
        else:
            self.store.put_batch(pairs)

    update = put

    def _with_id(self, key: str, text: bytes) -> bytes:
        """Without this field, the store cannot make its index again."""
        return b'{"_id":' + self.setting.dump_text(key).encode() + b"," + text[1:]

    def delete(self, keys: list[str]) -> None:
        for key in keys:
            self.store.delete(key)

    def flush(self) -> None:
        self.store.flush()

    def scan(self) -> Iterator[Any]:
        return map(_without_id, self.store.scan_raw()) if self.raw else iter(self.store.scan())

    def get(self, key: str) -> Any:
        try:
            document = self.store.get(key)
        except KeyError:
            return None
        return self.setting.dump_text(document).encode() if self.raw else document


def _without_id(line: bytes) -> bytes:
    return b"{" + line[line.index(b'",') + 2 :]
