"""Resolved schemas: every reference is a number of a type that is there, in an order in which they can be made."""

from __future__ import annotations

import json
from typing import Any

from data.schemas import schema_documents, schemas_with_values
from hypothesis import given

from assay.data import canonical
from assay.data.resolved import resolved
from assay.data.schema import Record, Schema, named_types, parse, walk
from assay_plain.types import from_table


@given(schema_documents())
def test_types_refer_to_records_and_to_types_before_them(document: object) -> None:
    schema = parse(json.dumps(document))
    table = resolved(schema)
    types = table["types"]
    records = sum(entry["type"] == "record" for entry in types)
    assert all(entry["type"] == "record" for entry in types[:records])
    for number, entry in enumerate(types):
        inner = [entry[key] for key in ("items", "values") if key in entry] + entry.get("branches", [])
        assert all(reference < max(number, records) for reference in inner)
        assert all(field["type"] < len(types) for field in entry.get("fields", []))
    assert len({entry["name"] for entry in types if "name" in entry}) == len(named_types(schema))
    assert records == len({id(part) for part in walk(schema) if isinstance(part, Record)})
    assert 0 <= table["root"] < len(types)


def test_a_list_that_holds_itself() -> None:
    schema = parse(
        '{"type": "record", "name": "L", "namespace": "a", "fields": [{"name": "next", "type": ["null", "L"]}]}'
    )
    assert resolved(schema) == {
        "root": 0,
        "types": [
            {"type": "record", "kind": "record", "name": "a.L", "fields": [{"name": "next", "type": 2}]},
            {"type": "null", "kind": "null"},
            {"type": "union", "branches": [1, 0], "by_kind": {"null": [0], "record": [1]}, "marked": False},
        ],
    }


def test_a_union_of_several_kinds_of_text_is_marked_and_knows_whom_to_try() -> None:
    table = resolved(parse('["null", "int", "long", "string", {"type": "enum", "name": "E", "symbols": ["A"]}]'))
    union = table["types"][table["root"]]
    assert union["marked"]
    assert union["by_kind"] == {"null": [0], "integer": [1, 2], "string": [3, 4]}


@given(schema_documents())
def test_a_kit_reads_the_very_types_that_the_lab_parsed(document: object) -> None:
    table = resolved(parse(json.dumps(document)))
    assert resolved(from_table(json.loads(json.dumps(table)))) == table


@given(schemas_with_values)
def test_a_kit_has_the_lab_s_canonical_text(pair: tuple[Schema, Any]) -> None:
    schema, value = pair
    line = canonical.writer(schema)(value)
    own = from_table(resolved(schema))
    assert canonical.writer(own)(value) == line
    assert canonical.writer(own)(canonical.reader(own)(line)) == line
