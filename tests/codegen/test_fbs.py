"""FlatBuffers' tables of a schema: what may be absent, and what needs a table of its own."""

from __future__ import annotations

import json

from assay.data.formats.flatbuffers import fbs
from assay.data.formats.protobuf import proto
from assay.data.formats.tables import numbered
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


def test_numbers_may_stand_for_names() -> None:
    """Two names that a compiler would make one, and one of a table's builder."""
    enum = {"type": "enum", "name": "ThingBuilder", "symbols": ["A", "a"]}
    names = [{"name": name, "type": enum if name == "fooBar" else "ThingBuilder"} for name in ("fooBar", "foo_bar")]
    text = fbs.text_of(numbered(proto.model(parse(json.dumps({**RECORD, "fields": [*RECORD["fields"], *names]})))))
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
        "  f10:E0;",
        "  f11:E0;",
    ]
    assert "enum E0 : ubyte { e0, e1 }" in text
    assert "table M2 {\n  f1:int = null;\n  f2:string;\n}" in text
    assert text.endswith("root_type M0;\n")
