"""Stores that are a pandas frame in memory, and a file that holds the whole of it.

Columns have Arrow's types, so that what a frame hands over is new each time, as if the file had just been read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pandas
import pyarrow

from assay_kit.safe_files import replace
from assay_kit.stores import Setting


def arrow_typed(table: pyarrow.Table) -> pandas.DataFrame:
    return table.to_pandas(types_mapper=pandas.ArrowDtype)


class FrameStore:
    """An adapter adds ``file_name``, `read` and `write`."""

    library = "pandas"
    version = pandas.__version__
    file_name = ""
    frame: Any  # a pandas.DataFrame; None before anything is put

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def read(self, path: Path) -> pandas.DataFrame:
        raise NotImplementedError

    def write(self, frame: pandas.DataFrame, file: BinaryIO) -> None:
        raise NotImplementedError

    def open(self, folder: Path, create: bool) -> None:
        self.path = folder / self.file_name
        self.frame = None if create else self._indexed(self.read(self.path))

    def close(self) -> None:
        self.frame = None

    def flush(self) -> None:
        frame = self.frame
        replace(self.path, lambda file: self.write(frame, file), self.setting.durability)

    def _indexed(self, frame: pandas.DataFrame) -> pandas.DataFrame:
        keys = frame[self.setting.key].astype(str)
        return frame.set_index(keys, verify_integrity=True).rename_axis(None)

    def _framed(self, pairs: list[tuple[str, Any]]) -> pandas.DataFrame:
        return self._indexed(arrow_typed(pyarrow.Table.from_pylist([document for _, document in pairs])))

    def put(self, pairs: list[tuple[str, Any]]) -> None:
        new = self._framed(pairs)
        self.frame = new if self.frame is None else pandas.concat([self.frame, new])

    def update(self, pairs: list[tuple[str, Any]]) -> None:
        new = self._framed(pairs)
        self.frame = pandas.concat([self.frame.drop(index=new.index), new])

    def delete(self, keys: list[str]) -> None:
        self.frame = self.frame.drop(index=keys)

    def scan(self) -> Iterator[dict[str, Any]]:
        return iter(self.frame.to_dict("records"))

    def get(self, key: str) -> dict[str, Any] | None:
        try:
            return self.frame.loc[key].to_dict()
        except KeyError:
            return None

    def get_many(self, keys: list[str]) -> list[dict[str, Any]]:
        return self.frame.loc[keys].to_dict("records")

    def filter(self, field: str, minimum: float, maximum: float) -> Iterator[dict[str, Any]]:
        return iter(self.frame[self.frame[field].between(minimum, maximum)].to_dict("records"))

    def project(self, fields: list[str]) -> Iterator[dict[str, Any]]:
        return iter(self.frame[fields].to_dict("records"))
