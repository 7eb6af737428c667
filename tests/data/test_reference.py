"""The two references agree on all values of all schemas, and refuse bytes that are not record."""

from __future__ import annotations

from typing import Any

import pytest
from data.schemas import documents_with_values
from hypothesis import given

from assay.base.errors import AssayError
from assay.data import canonical
from assay.data.reference import Reference, Undecodable, cross_check
from assay.data.schema import parse


@given(documents_with_values)
def test_what_is_encoded_decodes_to_the_same_value(pair: tuple[str, Any]) -> None:
    text, value = pair
    schema = parse(text)
    codec = Reference(text, schema)
    again = codec.decode(codec.encode(value))
    assert canonical.writer(schema)(again) == canonical.writer(schema)(value)


@given(documents_with_values)
def test_the_second_reference_agrees(pair: tuple[str, Any]) -> None:
    text, value = pair
    schema = parse(text)
    cross_check(text, [canonical.writer(schema)(value)], [Reference(text, schema).encode(value)], "here")


@pytest.mark.parametrize("data", [b"\x06", b"\x04\x04"])
def test_references_that_disagree_are_an_error(data: bytes) -> None:
    with pytest.raises(AssayError, match="the two references disagree on record 1"):
        cross_check('"int"', ["1", "2"], [b"\x02", data], "here")


@pytest.mark.parametrize(
    "data", [b"", b"\x08abc", b"\x0afour", b"\x02\xff", b"\x02ab", b"\x01", b"\xff" * 11], ids=lambda d: d.hex()
)
def test_bytes_that_are_no_record_are_undecodable(data: bytes) -> None:
    with pytest.raises(Undecodable):
        Reference('"string"', parse('"string"')).decode(data)
