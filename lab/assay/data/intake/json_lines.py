"""JSON lines: one document a line. Empty lines are passed over.

DuckDB 2.0 does not serve here: it makes doubles of integers beyond 64 bits, and of integers beside doubles; takes NaN;
names no line of a sound record, and of a broken one the line behind it; and refuses a byte order mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assay.data.intake.json_text import parse
from assay.data.intake.reader import Reader, chosen, lines


class JsonLines(Reader):
    kind = "JSON lines"

    def count(self) -> int:
        return sum(1 for _ in self._lines())

    def documents(self, wanted: Sequence[int] | None = None) -> Iterator[tuple[str, Any]]:
        for number, raw in chosen(self._lines(), wanted):
            where = f"{self.path}:{number}"
            yield where, parse(raw, where)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines that are not empty, with their numbers."""
        return ((number, raw) for number, raw in lines(self.path, self.watch) if raw.strip())
