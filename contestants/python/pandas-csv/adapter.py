"""A pandas frame, kept in a CSV file: nested values as JSON in a cell, the columns' types in a file beside it."""

import json
from pathlib import Path
from typing import BinaryIO

import pandas
import pyarrow

from assay_kit.frames import FrameStore, arrow_typed
from assay_kit.safe_files import replace

NESTED = "json"


class Store(FrameStore):
    file_name = "documents.csv"

    def read(self, path: Path) -> pandas.DataFrame:
        types = json.loads(path.with_suffix(".types").read_bytes())
        # Without its types, pandas would take text that looks like a number, or is empty, for something else.
        plain = {name: type_ for name, type_ in types.items() if type_ != NESTED}
        nested = {name: self.setting.load_text for name, type_ in types.items() if type_ == NESTED}
        frame = pandas.read_csv(
            path, dtype=plain, converters=nested, keep_default_na=False, float_precision="round_trip"
        )
        return arrow_typed(pyarrow.Table.from_pandas(frame, preserve_index=False))

    def write(self, frame: pandas.DataFrame, file: BinaryIO) -> None:
        nested = [name for name, type_ in frame.dtypes.items() if pyarrow.types.is_nested(type_.pyarrow_dtype)]
        types = {name: NESTED if name in nested else str(type_) for name, type_ in frame.dtypes.items()}
        text = json.dumps(types).encode()
        replace(self.path.with_suffix(".types"), lambda beside: beside.write(text), self.setting.durability)
        dump = self.setting.dump_text
        frame.assign(**{name: [dump(value) for value in frame[name]] for name in nested}).to_csv(file, index=False)
