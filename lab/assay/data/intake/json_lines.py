"""JSON lines: one document a line. Empty lines are passed over."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from typing import Any

from assay.base.errors import AssayError
from assay.data.intake.json_text import parse
from assay.data.intake.reading import RECORD_BYTES, Reader, chosen, opened

LOOK = 256  # lines between two looks at the clock


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
        size = self.path.stat().st_size or 1
        read = number = 0
        with opened(self.path) as file:
            while raw := file.readline(RECORD_BYTES + 1):
                number += 1
                read += len(raw)
                if len(raw) > RECORD_BYTES:
                    limit = f"{RECORD_BYTES >> 20} MiB"
                    raise AssayError(
                        f"{self.path}:{number}: a line of more than {limit}, which is too large for a record"
                    )
                if number == 1:
                    raw = raw.removeprefix(codecs.BOM_UTF8)
                if raw.strip():
                    yield number, raw
                if number % LOOK == 0:
                    self.watch.at(min(1.0, read / size))
