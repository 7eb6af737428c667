"""Lines of JSON become bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

from ingot import _ingot
from ingot.fastavro._parsed import compiled


class AvroJSONDecoder:
    """Reads lines of JSON, each a record. What it has besides is private."""

    def __init__(self, fo: IO[str]) -> None:
        self._lines = [json.loads(line) for line in fo if line.strip()]

    def blocks(self, schema: Any) -> Iterator[tuple[int, bytes]]:
        """Each record as the bytes of a block."""
        by = compiled(schema)
        for line in self._lines:
            yield 1, _ingot.fastavro_from_json(by, line)
