"""HuggingFace datasets: a dataset made from a list, saved to disk as Arrow, mapped into memory when it is opened."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ["HF_HUB_OFFLINE"] = "1"  # read when the library is imported

import datasets

from assay_kit.stores import Setting

datasets.disable_progress_bars()


class Store:
    library = "datasets"
    version = datasets.__version__

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def open(self, folder: Path, create: bool) -> None:
        self.folder = str(folder / "documents")
        if not create:
            self._take(datasets.load_from_disk(self.folder))

    def close(self) -> None:
        del self.dataset, self.rows

    def _take(self, dataset: datasets.Dataset) -> None:
        self.dataset = dataset
        self.rows = {key: row for row, key in enumerate(map(str, dataset[self.setting.key]))}

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        self._take(datasets.Dataset.from_list([document for _, document in pairs]))

    def flush(self) -> None:
        self.dataset.save_to_disk(self.folder)

    def scan(self) -> Iterator[dict[str, Any]]:
        return iter(self.dataset)

    def get(self, key: str) -> dict[str, Any] | None:
        row = self.rows.get(key)
        return None if row is None else self.dataset[row]

    def get_many(self, keys: list[str]) -> list[dict[str, Any]]:
        """By the method that PyTorch's loader calls for a batch."""
        return self.dataset.__getitems__([self.rows[key] for key in keys])

    def filter(self, field: str, minimum: float, maximum: float) -> Iterator[dict[str, Any]]:
        def within(values: list[float]) -> list[bool]:
            return [minimum <= value <= maximum for value in values]

        return iter(self.dataset.filter(within, batched=True, input_columns=[field], keep_in_memory=True))

    def project(self, fields: list[str]) -> Iterator[dict[str, Any]]:
        return iter(self.dataset.select_columns(fields))
