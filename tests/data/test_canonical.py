"""Canonical JSON: every value has one text, every text one value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from data.schemas import bits, schemas_with_values
from hypothesis import given

from assay.data import canonical
from assay.data.schema import Schema, parse


def text(schema: Any, value: Any) -> str:
    return canonical.writer(parse(json.dumps(schema)))(value)


@given(schemas_with_values)
def test_reading_gives_back_what_was_written(pair: tuple[Schema, Any]) -> None:
    schema, value = pair
    line = canonical.writer(schema)(value)
    again = canonical.reader(schema)(line)
    assert canonical.writer(schema)(again) == line
    assert bits(again) == bits(value)


@given(schemas_with_values)
def test_a_text_is_one_line_of_json(pair: tuple[Schema, Any]) -> None:
    schema, value = pair
    line = canonical.writer(schema)(value)
    assert "\n" not in line and "\r" not in line
    json.loads(line)
    line.encode()


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ("int", -7, "-7"),
        ("long", 2**53 - 1, "9007199254740991"),
        ("long", 2**53, '"9007199254740992"'),
        ("long", -(2**63), '"-9223372036854775808"'),
        ("float", 1.5, '"3fc00000"'),
        ("float", float("nan"), '"7fc00000"'),
        ("double", 1.0, '"3ff0000000000000"'),
        ("double", -0.0, '"8000000000000000"'),
        ("bytes", b"\x00\xff", '"00ff"'),
        ("string", 'a"\\\n\x7fé😀', '"a\\"\\\\\\u000a\x7fé😀"'),
        ({"type": "map", "values": "int"}, {"é": 1, "z": 2, "😀": 3, "\uffff": 4}, '{"z":2,"é":1,"\uffff":4,"😀":3}'),
        (["null", "int"], 5, "5"),
        (["null", "float"], 1.5, '"3ff8000000000000"'),
        (["int", "string"], 5, '{"integer":5}'),
        (["null", "bytes", "string"], b"a", '{"bytes":"61"}'),
        (["null", "bytes", "string"], None, "null"),
        (["int", "double"], 3.0, '{"integer":3}'),
        (["int", "double"], 3e9, '{"real":"41e65a0bc0000000"}'),
        (["int", "double"], -0.0, '{"real":"8000000000000000"}'),
    ],
)
def test_the_text_of_each_type(schema: Any, value: Any, expected: str) -> None:
    assert text(schema, value) == expected


RECORD = {"type": "record", "name": "R", "fields": [{"name": "a", "type": {"type": "array", "items": "int"}}]}


class Dictlike(dict[str, Any]):
    pass


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ("int", True, "expected int, found bool True"),
        ("int", 2**31, "outside the range of int"),
        ("int", 1.0, "expected int, found float 1.0"),
        ("float", 0.1, "more digits than a float holds"),
        ("float", 1e300, "outside the range of float"),
        ("double", 1, "expected double, found int 1"),
        ("string", b"a", "expected a string"),
        ("string", "\ud800", "half a surrogate pair"),
        ("bytes", "a", "expected bytes"),
        ({"type": "fixed", "name": "F", "size": 2}, b"a", "expected 2 bytes, found 1"),
        ({"type": "enum", "name": "E", "symbols": ["A"]}, "B", "expected one of A"),
        (RECORD, {"a": [1, "x"]}, "a[1]: expected int"),
        (RECORD, {}, "a: the field is missing"),
        (RECORD, {"a": [], "b": 1}, "b: the schema has no such field"),
        (RECORD, {"a": (1,)}, "a: expected an array (list)"),
        (RECORD, Dictlike(a=[]), "expected a record (dict), found Dictlike"),
        (["null", "int"], "x", "no branch of the union (null, int) takes str 'x'"),
    ],
)
def test_values_of_another_shape_are_refused_with_their_place(schema: Any, value: Any, message: str) -> None:
    with pytest.raises(canonical.Misfit) as caught:
        text(schema, value)
    assert message in str(caught.value)


def test_a_record_may_hold_itself() -> None:
    tree = {
        "type": "record",
        "name": "Tree",
        "fields": [{"name": "children", "type": {"type": "array", "items": "Tree"}}],
    }
    value = {"children": [{"children": []}, {"children": [{"children": []}]}]}
    line = text(tree, value)
    assert canonical.reader(parse(json.dumps(tree)))(line) == value
