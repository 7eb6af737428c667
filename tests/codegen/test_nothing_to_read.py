"""What `access` reads in formats of tables: of a record without fields nothing, of null that it is null."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from assay.data.schema import Schema, parse
from assay.languages.cpp.flavours import cpp_capnproto, cpp_flatbuffers
from assay.languages.rust.flavours import rust_capnproto, rust_planus

NULLS = ("reading.null()", "Readable::read(&(), reading)")
EMPTY = {"type": "record", "name": "Empty", "fields": []}


def holder(type_: Any) -> Schema:
    return parse(json.dumps({"type": "record", "name": "Holder", "fields": [{"name": "held", "type": type_}]}))


@pytest.mark.parametrize("flavour", [cpp_capnproto, cpp_flatbuffers, rust_capnproto, rust_planus])
def test_only_null_is_read_as_null(flavour: Any) -> None:
    generate: Callable[[Schema], str] = flavour.generate
    assert not any(null in generate(holder(EMPTY)) for null in NULLS)
    assert any(null in generate(holder({"type": "array", "items": "null"})) for null in NULLS)
