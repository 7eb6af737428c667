"""A pandas frame, kept in a file of JSON lines, which pandas' own serializer writes and parses."""

from pathlib import Path
from typing import BinaryIO

import pandas
import pyarrow

from assay_kit.frames import FrameStore, arrow_typed

MAX_DIGITS = 15  # after the point: pandas has no more


class Store(FrameStore):
    file_name = "documents.jsonl"

    def read(self, path: Path) -> pandas.DataFrame:
        # No guesses at types: text that looks like a date or a number stays text.
        frame = pandas.read_json(path, lines=True, dtype=False, precise_float=True)
        return arrow_typed(pyarrow.Table.from_pandas(frame, preserve_index=False))

    def write(self, frame: pandas.DataFrame, file: BinaryIO) -> None:
        frame.to_json(file, orient="records", lines=True, force_ascii=False, double_precision=MAX_DIGITS)
