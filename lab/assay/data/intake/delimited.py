"""CSV and TSV: a header line with the names of the columns, then one record a line, or more where a field is quoted.

DuckDB 2.0 does not serve here: it names no line of a sound row, and of a broken one that behind quoted line ends counts
rows for lines; and it takes lines that end with CR alone.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.data.intake.infer import typed
from assay.data.intake.reader import RECORD_BYTES, Reader, Watch, chosen, lines, not_utf8
from assay.data.recordset import Doubt


class Delimited(Reader):
    texts = True

    def __init__(self, path: Path, watch: Watch, delimiter: str) -> None:
        super().__init__(path, watch)
        self.kind = "TSV" if delimiter == "\t" else "CSV"
        self._delimiter = delimiter
        if delimiter not in ",\t":
            self.doubts.append(Doubt(".", f'the fields are taken to be separated by "{delimiter}"'))
        header = next(self._rows(), None)
        self._names = self._named(header[1] if header else [])

    def count(self) -> int:
        return sum(1 for _ in self._records())

    def documents(self, wanted: Sequence[int] | None = None) -> Iterator[tuple[str, Any]]:
        for where, row in chosen(self._records(), wanted):
            yield where, dict(zip(self._names, row, strict=True))

    def _records(self) -> Iterator[tuple[str, list[str]]]:
        """The rows after the header."""
        rows = self._rows()
        next(rows, None)
        for number, row in rows:
            where = f"{self.path}:{number}"
            if len(row) != len(self._names):
                raise AssayError(f"{where}: {len(row)} fields, and the header has {len(self._names)}; is one unquoted?")
            yield where, row
        self.watch.at(1.0)

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows that are not empty, each with the number of its last line."""
        csv.field_size_limit(RECORD_BYTES)
        rows = csv.reader(self._lines(), delimiter=self._delimiter, strict=True)
        try:
            for row in rows:
                if row:
                    yield rows.line_num, row
        except csv.Error as error:
            what = f"{error}; is a quote not closed?"
            if "new-line character" in what:
                what = "its lines end with CR alone; convert it, as by tr '\\r' '\\n'"
            raise AssayError(f"{self.path}:{rows.line_num}: not {self.kind}: {what}") from None

    def _lines(self) -> Iterator[str]:
        for number, raw in lines(self.path, self.watch):
            try:
                yield raw.decode()
            except UnicodeDecodeError as error:
                raise AssayError(f"{self.path}:{number}: {not_utf8(error)}") from None

    def _named(self, header: list[str]) -> list[str]:
        """The names of the columns, each once."""
        if header and all(isinstance(typed(cell), int | float) for cell in header):
            raise AssayError(f"{self.path}:1: numbers, where the names of the columns are expected; add a header line")
        names: list[str] = []
        for number, cell in enumerate(header, 1):
            name = cell.strip() or f"column_{number}"
            if name in names:
                name = next(made for n in count(2) if (made := f"{name}_{n}") not in names and made not in header)
            if name != cell:
                self.doubts.append(Doubt(f".{name}", f'column {number} has the header "{cell}"; {name} here'))
            names.append(name)
        return names
