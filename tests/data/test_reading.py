"""The reading of a record: known values that kits must read, and that nothing goes unread."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.canonical import writer
from assay.data.schema import parse
from assay_plain.reading import FACTOR, MASK, START, digits, reading


def of(schema: Any, value: Any) -> int:
    return reading(parse(json.dumps(schema)), value)


def folded(*words: int) -> int:
    """The rule of the contract, word by word."""
    state = START
    for word in words:
        rotated = ((state << 26) | (state >> 38)) & MASK
        state = (rotated ^ word) * FACTOR & MASK
    return state


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ("null", None, [0]),
        ("boolean", True, [2]),
        ("boolean", False, [1]),
        ("int", -1, [2**64 - 1]),
        ("double", 3.0, [3]),
        ("double", -0.0, [1 << 63]),
        ("double", 0.5, [0x3FE0000000000000]),
        ("double", float("nan"), [0x7FF8000000000000]),
        ("double", 1e300, [0x7E37E43C8800759C]),
        ("string", "", [1 << 56]),
        ("string", "é12345678", [(1 << 56) + 10, 0x3635343332_31A9C3, 0x3837]),
        ("bytes", b"\x01", [(2 << 56) + 1, 1]),
        ({"type": "array", "items": "int"}, [7, 8], [7, 8, (3 << 56) + 2]),
        ({"type": "enum", "name": "E", "symbols": ["A", "B"]}, "B", [(1 << 56) + 1, 0x42]),
        (["null", "int"], 9, [9]),
        (
            {"type": "map", "values": "int"},
            {"a": 1, "b": 2},
            [(folded((1 << 56) + 1, 0x61, 1) + folded((1 << 56) + 1, 0x62, 2)) & MASK, (4 << 56) + 2],
        ),
    ],
)
def test_what_is_folded_in(schema: Any, value: Any, words: list[int]) -> None:
    assert of(schema, value) == folded(*words)


def test_the_digits_are_sixteen() -> None:
    assert len(digits(parse('"int"'), 0)) == 16


SCHEMA = parse(
    json.dumps(
        {
            "type": "record",
            "name": "R",
            "fields": [
                {"name": "a", "type": ["null", "string"]},
                {"name": "b", "type": {"type": "array", "items": "double"}},
                {"name": "c", "type": {"type": "map", "values": "long"}},
                {"name": "d", "type": "bytes"},
            ],
        }
    )
)
VALUES = st.fixed_dictionaries(
    {
        "a": st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
        "b": st.lists(st.floats(), max_size=4),
        "c": st.dictionaries(st.text("ab", max_size=2), st.integers(-(2**63), 2**63 - 1), max_size=3),
        "d": st.binary(max_size=20),
    }
)


@given(VALUES, VALUES)
def test_two_records_have_one_reading_only_where_their_text_is_one(one: Any, other: Any) -> None:
    text = writer(SCHEMA)
    assert (reading(SCHEMA, one) == reading(SCHEMA, other)) == (text(one) == text(other))
