"""A pandas frame, kept in a Parquet file."""

from pathlib import Path
from typing import BinaryIO

import pandas

from assay_kit.frames import FrameStore


class Store(FrameStore):
    file_name = "documents.parquet"

    def read(self, path: Path) -> pandas.DataFrame:
        return pandas.read_parquet(path, dtype_backend="pyarrow")

    def write(self, frame: pandas.DataFrame, file: BinaryIO) -> None:
        frame.to_parquet(file, index=False)
