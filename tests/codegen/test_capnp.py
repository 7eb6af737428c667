"""Cap'n Proto's structs of a schema: what may be absent, unions, and names that it can have."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from typing import Any

import pytest
from data.schemas import documents_with_values
from hypothesis import example, given, settings

from assay.data.formats.capnproto.capnp import Structs
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
        {"name": "blobs", "type": {"type": "array", "items": "bytes"}},
        {"name": "sizes", "type": {"type": "map", "values": "long"}},
        {"name": "either", "type": ["int", "string"]},
    ],
}


def test_a_record_is_a_struct() -> None:
    text = Structs(parse(json.dumps(RECORD))).text()
    _, _, rest = text.partition("struct M0 {\n")
    assert rest.partition("\n}")[0].split("\n") == [
        "  f1 @0 :Int32;",
        "  f2 :union { none @1 :Void; some @2 :Int32; }",
        "  f3 @3 :Text;",
        "  f4 @4 :Text;",
        "  f6 @5 :List(Data);",
        "  f7 @6 :List(Entry0);",
        "  f8 @7 :M2;",
    ]
    assert "struct Entry0 { key @0 :Text; value @1 :Int64; }" in text


def test_the_number_of_a_file_is_that_of_its_text() -> None:
    """So that what is built of it is found in the cache, and two schemas have two."""
    one, again, other = (
        Structs(parse(json.dumps(schema))).text() for schema in (RECORD, RECORD, {**RECORD, "fields": []})
    )
    assert one == again and one.partition(";")[0] != other.partition(";")[0]


def test_a_union_may_be_nothing() -> None:
    text = Structs(parse(json.dumps(RECORD))).text()
    assert "  union {\n    none @0 :Void;\n    f1 @1 :Int32;\n    f2 @2 :Text;\n  }" in text


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("capnp") is None, reason="needs capnp")
@settings(max_examples=30, deadline=None)
@given(documents_with_values)
@example((json.dumps(RECORD), None))
def test_capnp_takes_what_is_made_of_any_schema(document: tuple[Any, Any]) -> None:
    text = Structs(parse(document[0])).text()
    with tempfile.NamedTemporaryFile(suffix=".capnp") as file:
        file.write(text.encode())
        file.flush()
        done = subprocess.run(["capnp", "compile", "-o-", file.name], capture_output=True)
    assert done.returncode == 0, f"{done.stderr.decode()}\n{text}"
