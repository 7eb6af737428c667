"""The reading of a record: 64 bits into which every field went (docs/contract.md, "Access")."""

from __future__ import annotations

import math
import struct
from typing import Any

from assay_plain.types import Array, Map, Record, Schema, Union
from assay_plain.unions import branch_of

START = 0x9E3779B97F4A7C15
FACTOR = 0xD6E8FEB86659FD93
MASK = 2**64 - 1
TEXT, BYTES, ARRAY, MAP = (kind << 56 for kind in (1, 2, 3, 4))
MAX_WHOLE = 2**53 - 1
NAN = 0x7FF8000000000000


def reading(schema: Schema, value: Any, start: int = START) -> int:
    """The reading of a plain value of the schema, begun at ``start``."""
    match schema:
        case Record(fields=fields):
            for field in fields:
                start = reading(field.schema, value[field.name], start)
            return start
        case Array(items=items):
            for item in value:
                start = reading(items, item, start)
            return _fold(start, ARRAY + len(value))
        case Map(values=values):
            entries = sum(reading(values, entry, _text(START, TEXT, key.encode())) for key, entry in value.items())
            return _fold(_fold(start, entries & MASK), MAP + len(value))
        case Union(branches=branches):
            return reading(branches[branch_of(schema, value)], value, start)
        case _:
            return _leaf(value, start)


def digits(schema: Schema, value: Any) -> str:
    """The reading as `prove` writes it: 16 lower-case hexadecimal digits."""
    return f"{reading(schema, value):016x}"


def _leaf(value: Any, start: int) -> int:
    match value:
        case None:
            return _fold(start, 0)
        case bool():
            return _fold(start, 2 if value else 1)
        case int():
            return _fold(start, value & MASK)
        case float():
            return _fold(start, _real(value))
        case str():
            return _text(start, TEXT, value.encode())
        case _:
            return _text(start, BYTES, bytes(value))


def _real(value: float) -> int:
    if math.isnan(value):
        return NAN
    negative_zero = value == 0 and math.copysign(1, value) < 0
    if value.is_integer() and abs(value) <= MAX_WHOLE and not negative_zero:
        return int(value) & MASK
    bits: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return bits


def _text(start: int, kind: int, content: bytes) -> int:
    start = _fold(start, kind + len(content))
    for place in range(0, len(content), 8):
        start = _fold(start, int.from_bytes(content[place : place + 8], "little"))
    return start


def _fold(state: int, word: int) -> int:
    rotated = (state << 26 | state >> 38) & MASK
    return ((rotated ^ word) * FACTOR) & MASK
