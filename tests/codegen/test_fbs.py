"""FlatBuffers' tables of a schema: what may be absent, and what needs a table of its own."""

from __future__ import annotations

import json

from assay.data.formats.flatbuffers import fbs
from assay.data.schema import parse

RECORD = {
    "type": "record",
    "name": "Thing",
    "fields": [
        {"name": "count", "type": "int"},
        {"name": "maybe_count", "type": ["null", "int"]},
        {"name": "title", "type": "string"},
        {"name": "maybe_title", "type": ["null", "string"]},
        {"name": "nothing", "type": "null"},
        {"name": "class", "type": "boolean"},
        {"name": "blobs", "type": {"type": "array", "items": "bytes"}},
        {"name": "sizes", "type": {"type": "map", "values": "long"}},
        {"name": "either", "type": ["int", "string"]},
    ],
}


def test_a_record_is_a_table() -> None:
    text = fbs.text(fbs.model(parse(json.dumps(RECORD))))
    _, _, rest = text.partition("table M0 {\n")
    assert rest.partition("\n}")[0].split("\n") == [
        "  f1:int;",
        "  f2:int = null;",
        "  f3:string (required);",
        "  f4:string;",
        "  f6:bool;",
        "  f7:[Blob] (required);",
        "  f8:[Entry_int64] (required);",
        "  f9:M2 (required);",
    ]
    assert "table Blob { value:[ubyte] (required); }" in text
    assert "table Entry_int64 { key:string (required); value:long; }" in text
    assert text.endswith("root_type M0;\n")


def test_one_branch_of_a_union_is_set() -> None:
    text = fbs.text(fbs.model(parse(json.dumps(RECORD))))
    assert "table M2 {\n  f1:int = null;\n  f2:string;\n}" in text


def test_an_enum_has_numbers_for_names() -> None:
    enum = {"type": "enum", "name": "ThingBuilder", "symbols": ["A", "a"]}
    text = fbs.text(fbs.model(parse(json.dumps({**RECORD, "fields": [{"name": "fooBar", "type": enum}]}))))
    assert "enum E0 : ubyte { e0, e1 }" in text and "table M0 {\n  f1:E0;\n}" in text
