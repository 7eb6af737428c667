"""FlatBuffers' tables of a schema: what may be absent, and what needs a table of its own."""

from __future__ import annotations

import json

from assay.data.schema import parse
from assay.formats.flatbuffers import fbs

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
    text = fbs.text(parse(json.dumps(RECORD)))
    _, _, rest = text.partition("table Thing {\n")
    assert rest.partition("\n}")[0].split("\n") == [
        "  count:int;",
        "  maybe_count:int = null;",
        "  title:string (required);",
        "  maybe_title:string;",
        "  class_:bool;",
        "  blobs:[Blob] (required);",
        "  sizes:[Entry_int64] (required);",
        "  either:IntOrString (required);",
    ]
    assert "table Blob { value:[ubyte] (required); }" in text
    assert "table Entry_int64 { key:string (required); value:long; }" in text
    assert text.endswith("root_type Thing;\n")


def test_one_branch_of_a_union_is_set() -> None:
    text = fbs.text(parse(json.dumps(RECORD)))
    assert "table IntOrString {\n  int_value:int = null;\n  string_value:string;\n}" in text
