"""The reference for JSON: Python's own module."""

from __future__ import annotations

import json
from typing import Any

from assay.data.formats.codec import Inexpressible, Undecodable
from assay.data.formats.tree import Trees
from assay.data.schema import Schema

TREES = Trees(bytes_as_text=True)


class Json:
    def __init__(self, schema_text: str, schema: Schema) -> None:
        self.to_tree = TREES.writer(schema)
        self.of_tree = TREES.reader(schema)

    def encode(self, value: Any) -> bytes:
        try:
            text = json.dumps(self.to_tree(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        except ValueError:
            raise Inexpressible("JSON has no form for NaN and the infinities") from None
        return text.encode()

    def decode(self, data: bytes) -> Any:
        try:
            tree = json.loads(data.decode(), object_pairs_hook=_object, parse_int=_whole, parse_constant=_constant)
        except (ValueError, RecursionError) as error:
            raise Undecodable(f"not JSON: {error}") from None
        return self.of_tree(tree)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise ValueError("a key appears twice in an object")
    return entries


def _whole(digits: str) -> int | float:
    """Integers have no sign of zero, so `-0` is the real that some libraries write in this form."""
    return -0.0 if digits == "-0" else int(digits)


def _constant(word: str) -> float:
    raise ValueError(f"{word} is not JSON")
