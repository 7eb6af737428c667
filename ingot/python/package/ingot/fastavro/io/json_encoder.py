"""Bytes become lines of JSON."""

from __future__ import annotations

import json
from typing import IO, Any

from ingot import _ingot
from ingot.fastavro._parsed import compiled


class AvroJSONEncoder:
    """Writes records as lines of JSON. What it has besides is private.

    ``write_union_type``: values of unions are objects with the name of their branch, as readers need it.
    """

    def __init__(self, fo: IO[str], *, write_union_type: bool = True) -> None:
        self._fo = fo
        self._write_union_type = write_union_type
        self._lines: list[str] = []

    def add(self, schema: Any, record: bytes) -> None:
        """A record, by its bytes."""
        value = _ingot.fastavro_to_json(compiled(schema), record, self._write_union_type)
        self._lines.append(json.dumps(value))

    def flush(self) -> None:
        """Writes all records."""
        self._fo.write("\n".join(self._lines))
        self._lines.clear()
