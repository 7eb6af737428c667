"""What exceptions say: kind, path, offset, what was to be there and what is."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import ingot
from ingot import fastavro

TEA = ingot.Schema(
    {
        "type": "record",
        "name": "shop.Tea",
        "fields": [
            {"name": "name", "type": "string"},
            {"name": "grams", "type": ["null", "int"]},
            {"name": "any", "type": ["null", "string", "double"], "default": None},
            {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["GREEN"]}, "default": "GREEN"},
            {"name": "two", "type": {"type": "fixed", "name": "Two", "size": 2}, "default": "ab"},
            {"name": "prices", "type": {"type": "array", "items": "float"}, "default": []},
            {"name": "day", "type": {"type": "int", "logicalType": "date"}, "default": 0},
        ],
    }
)
OOLONG = {"name": "x", "grams": 1}


@pytest.mark.parametrize(
    ("change", "path", "expected", "met"),
    [
        ({"name": 3}, "name", "a string", "int"),
        ({"name": "\ud800"}, "name", "a string", "a string with half of a surrogate pair"),
        ({"grams": "x"}, "grams", "an int", "str"),
        ({"grams": 2**31}, "grams", "an int", "2147483648"),
        ({"grams": 2**64}, "grams", "an int", "an integer beyond 64 bits"),
        ({"any": []}, "any", "null or a string or a double", "list"),
        ({"kind": "RED"}, "kind", "a symbol", '"RED"'),
        ({"kind": 3}, "kind", "a symbol", "int"),
        ({"two": b"abc"}, "two", "a fixed of 2 bytes", "3 bytes"),
        ({"two": 3}, "two", "a fixed", "int"),
        ({"prices": 3}, "prices", "an array", "int"),
        ({"prices": [1e39]}, "prices[0]", "a float", "1" + "0" * 39),
        ({"day": "today"}, "day", "a date (or an int)", "str"),
        ({"more": 1}, "", "a field of shop.Tea", '"more"'),
    ],
)
def test_what_cannot_be_written(change: dict[str, Any], path: str, expected: str, met: str) -> None:
    with pytest.raises(ingot.EncodeError) as raised:
        TEA.encode(OOLONG | change)
    error = raised.value
    assert (error.kind, error.path, error.offset) == ("value-invalid", path, None)
    assert (error.expected, error.met) == (expected, met)
    # By another way there is another function.
    with pytest.raises(ingot.EncodeError) as raised:
        TEA.encode_many([OOLONG, OOLONG | change])
    assert (raised.value.expected, raised.value.met) == (expected, met)


def test_what_is_missing_and_what_is_no_record() -> None:
    for value, path, expected, met in [
        ({"name": "x"}, "grams", "null or an int", "nothing"),
        (3, "", "shop.Tea", "int"),
        ((1, 2), "", "a tuple of 7", "a tuple of 2"),
    ]:
        with pytest.raises(ingot.EncodeError) as raised:
            TEA.encode(value)
        assert (raised.value.path, raised.value.expected, raised.value.met) == (path, expected, met)


@pytest.mark.parametrize(
    ("data", "path", "offset", "expected", "met"),
    [
        (b"", "name", 0, "a string", "the end of the input"),
        (b"\x04x", "name", 0, "a string", "the end of the input"),
        (b"\x02\xff", "name", 1, "a string", "a string that is not UTF-8"),
        (b"\x02x\x04", "grams", 2, "null or an int", "branch 2 of 2"),
        (b"\x02x\x02\xff", "grams", 4, "an int", "the end of the input"),
        (b"\x02x\x00\x00\x02", "kind", 4, "a symbol", "symbol 1 of 1"),
        (b"\x02x\x00\x00\x00a", "two", 5, "a fixed of 2 bytes", "the end of the input"),
        (b"\x02x\x00\x00\x00ab\x02\x00", "prices", 7, "an array", "the end of the input"),
        (b"\x02x\x00\x00\x00ab\x00", "day", 8, "a date (or an int)", "the end of the input"),
        (b"\x02x\x00\x00\x00ab\x00\x00\x00", "", 9, "the end of the input", "bytes: 1"),
    ],
)
def test_what_cannot_be_read(data: bytes, path: str, offset: int, expected: str, met: str) -> None:
    with pytest.raises(ingot.DecodeError) as raised:
        TEA.decode(data)
    error = raised.value
    assert (error.path, error.offset, error.expected, error.met) == (path, offset, expected, met)
    again = pickle.loads(pickle.dumps(error))
    assert vars(again) == vars(error) and str(again) == str(error) and type(again) is type(error)


def test_what_cannot_be_read_of_a_file() -> None:
    out = io.BytesIO()
    ingot.write(out, TEA, [OOLONG], codec="null", sync=bytes(16))
    whole, wrong = TEA.encode(OOLONG), b"\x14ten letters"[:11] + b"\x00\x00\x02"
    file = out.getvalue().replace(bytes([2, 2 * len(whole)]) + whole, bytes([2, 2 * len(wrong)]) + wrong)
    for read in (list, lambda reader: [block.records() for block in reader.blocks()]):
        with pytest.raises(ingot.FileError) as raised:
            read(ingot.open(file))
        error = raised.value
        assert (error.path, error.expected, error.met) == ("kind", "a symbol", "symbol 1 of 1")
        assert error.kind == "enum-index" and error.offset is not None


def test_what_another_reader_makes_of_bytes_has_no_offset() -> None:
    # A day that Python does not have, which is known only once it is to be an object.
    wrong = TEA.encode(OOLONG)[:-1] + b"\xfe\xff\xff\xff\x0f"
    with pytest.raises(ingot.DecodeError) as raised:
        TEA.decode(wrong)
    assert (raised.value.path, raised.value.offset) == ("day", len(wrong) - 5)
    out = io.BytesIO()
    ingot.write(out, TEA, [OOLONG], codec="null", sync=bytes(16))
    whole = TEA.encode(OOLONG)
    file = out.getvalue().replace(bytes([2, 2 * len(whole)]) + whole, bytes([2, 2 * len(wrong)]) + wrong)
    reader = ingot.Schema({"type": "record", "name": "shop.Tea", "fields": json.loads(str(TEA))["fields"][-1:]})
    for how in ({"fields": ["day"]}, {"reader": reader}):
        with pytest.raises(ingot.DecodeError) as raised:
            TEA.decode(wrong, **how)
        assert (raised.value.path, raised.value.offset) == ("day", None)
        with pytest.raises(ingot.FileError) as in_file:
            list(ingot.open(file, **how))
        assert in_file.value.path == "day" and "record 0: day: " in str(in_file.value)
        # What is wrong with the bytes themselves has its place in them.
        with pytest.raises(ingot.DecodeError) as raised:
            TEA.decode(wrong[:-1], **how)
        assert raised.value.offset is not None


def test_an_error_within_a_branch_within_an_array_is_of_the_array() -> None:
    schema = ingot.Schema({"type": "array", "items": ["null", "int"]})
    with pytest.raises(ingot.DecodeError) as raised:
        schema.decode(b"\x02\x02\x02")
    assert (raised.value.path, raised.value.expected) == ("", "an array")


def test_errors_of_all_classes_have_them() -> None:
    with pytest.raises(ingot.SchemaError) as schema:
        ingot.Schema("{}")
    with pytest.raises(ingot.ResolutionError) as resolution:
        TEA.decode(b"", reader=ingot.Schema('"int"'))
    with pytest.raises(ingot.FileError) as file:
        ingot.open(b"")
    with pytest.raises(ingot.DecodeError) as framing:
        ingot.registry_message(b"x")
    for raised in (schema, resolution, file):
        assert (raised.value.expected, raised.value.met) == (None, None)
    assert framing.value.expected is None and framing.value.met
    assert pickle.loads(pickle.dumps(file.value)).kind == file.value.kind


def test_the_drop_in_has_them_too() -> None:
    with pytest.raises(ValueError) as raised:
        fastavro.schemaless_writer(io.BytesIO(), {"type": "array", "items": "int"}, [2**31])
    error = raised.value
    assert isinstance(error, ingot.EncodeError) and (error.expected, error.met) == ("an int", "2147483648")


def test_one_of_several_values_is_told_by_a_note(tmp_path: Path) -> None:
    number = ingot.Schema('"int"')
    for call in (
        lambda: number.encode_many([1, 2, "x"]),
        lambda: number.encode_many(iter([1, 2, "x"])),
        lambda: number.decode_many([b"\x02", b"\x02", b""]),
        lambda: ingot.write(tmp_path / "numbers.avro", number, [1, 2, "x"]),
    ):
        with pytest.raises(ingot.Error) as raised:
            call()
        assert raised.value.path == "" and raised.value.__notes__ == ["in the value at place 2, from 0"]


def test_numbers_of_32_bits_are_told_by_what_they_are() -> None:
    number = ingot.Schema('"int"')
    for call in (
        lambda: number.encode_registry(2**32, 1),
        lambda: number.decode_registry(-1, b""),
        lambda: ingot.Duration(days=-1),
    ):
        with pytest.raises(OverflowError, match=r"from 0 to 2\*\*32 - 1, not"):
            call()


def test_schemas_nested_without_an_end_in_sight() -> None:
    schema: Any = "int"
    for _ in range(5000):
        schema = {"type": "array", "items": schema}
    with pytest.raises(ingot.SchemaError) as raised:
        ingot.Schema(schema)
    assert raised.value.kind == "limit-depth"
