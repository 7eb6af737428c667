"""Each format's reference gives back what it was given, for all values of all schemas, and refuses what is none."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from data.schemas import documents_with_values
from google.protobuf import descriptor_pb2, message
from hypothesis import given

from assay.advice.sizes import by_references
from assay.base.checkout import CHECKOUT
from assay.catalog.catalog import Catalog
from assay.data import canonical, formats, recordset
from assay.data.formats.codec import Inexpressible, Undecodable
from assay.data.formats.encoded import by_reference
from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.reference import describe
from assay.data.recordset import Values
from assay.data.schema import Record, Schema, parse
from assay.data.workload import record_set

NAMES = [name for name in formats.REFERENCES if name != formats.AVRO]
WORD = parse('{"type": "record", "name": "Word", "fields": [{"name": "text", "type": "string"}]}')
MIXED = (
    '{"type": "record", "name": "M", "fields": [{"name": "v", "type": ["null", "bytes", "string", "double", "int"]}]}'
)


@pytest.mark.parametrize("name", NAMES)
@given(pair=documents_with_values)
def test_what_is_encoded_decodes_to_the_same_value(name: str, pair: tuple[str, Any]) -> None:
    text, value = pair
    schema = parse(text)
    codec = formats.reference(name, text, schema)
    assert codec is not None
    try:
        data = codec.encode(value)
    except Inexpressible:
        assert name == "json" or (name == "bson" and is_no_document(schema, value))
        return
    assert canonical.writer(schema)(codec.decode(data)) == canonical.writer(schema)(value)


def is_no_document(schema: Schema, value: Any) -> bool:
    """Whether BSON has no form for a value: what is no object, or has a key with a zero in it."""
    return type(value) is not dict or "\\u0000" in canonical.writer(schema)(value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, b"text", "text", "dGV4dA==", 5, 5.5, -0.0], ids=repr)
def test_branches_of_a_union_are_told_apart(name: str, value: Any) -> None:
    codec = formats.reference(name, MIXED, parse(MIXED))
    assert codec is not None
    assert repr(codec.decode(codec.encode({"v": value}))) == repr({"v": value})


@pytest.mark.parametrize("name", NAMES)
def test_a_field_may_be_called_like_what_a_language_or_a_library_has(name: str) -> None:
    words = [word for word in dir(message.Message) if not word.startswith("__")]
    words += ["__class__", "__init__", "class", "None", "self", "keys", "items", "update"]
    either = {"type": "array", "items": ["null", "long", "string"]}
    inner = {"type": "record", "name": "Inner", "fields": [{"name": word, "type": either} for word in words]}
    fields = [{"name": word, "type": ["null", "Inner"] if place else inner} for place, word in enumerate(words)]
    text = json.dumps({"type": "record", "name": "Words", "fields": fields})
    codec = formats.reference(name, text, parse(text))
    assert codec is not None
    held = {word: [None, 5, word] for word in words}
    value = {word: None if number % 3 == 1 else held for number, word in enumerate(words)}
    assert codec.decode(codec.encode(value)) == value


@pytest.mark.parametrize("name", NAMES)
def test_every_workload_has_a_form_in_every_format(name: str, known: Catalog) -> None:
    for workload in known.workloads.values():
        is_record = isinstance(parse((workload.folder / "schema.avsc").read_text()), Record)
        if not workload.manifest.harness and (is_record or name != "bson"):
            made = by_reference(records := record_set(workload, 30, 5), name)
            assert made is not None and len(made.frames(records.decoys)) == 30


@pytest.mark.parametrize(
    ("name", "branches", "value"),
    [
        ("bson", [{"type": "map", "values": "string"}], {"$ref": "x", "$id": "y"}),
        ("json", ["bytes", "string", {"type": "map", "values": "string"}], {"bytes": "AAAA"}),
        ("json", ["bytes", "string", {"type": "map", "values": "string"}], {"bytes": "no base64"}),
    ],
)
def test_what_a_reference_does_not_read_back_has_no_form(name: str, branches: Any, value: Any) -> None:
    text = json.dumps({"type": "record", "name": "R", "fields": [{"name": "v", "type": branches}]})
    records = recordset.build("odd", text, [name, json.dumps(value)], lambda _: Values([{"v": value}], []), "odd")
    with pytest.raises(Inexpressible, match="does not read back the record"):
        by_reference(records, name)
    (found,) = (one for one in by_references(text, [{"v": value}]) if one.format == name)
    assert found.sizes is None and "does not read back the record" in found.reason


def test_json_has_no_form_for_what_is_no_number() -> None:
    schema = parse('"double"')
    codec = formats.reference("json", '"double"', schema)
    assert codec is not None
    with pytest.raises(Inexpressible, match="NaN"):
        codec.encode(float("nan"))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("json", b'{"text":"a"} {}'),
        ("json", b'{"text":"a","text":"b"}'),
        ("json", b'{"text":NaN}'),
        ("json", b'["a"]'),
        ("json", b"\xff"),
        ("msgpack", b"\x81\xa4text\xa1a\xc0"),
        ("msgpack", b"\x81\xa4text"),
        ("msgpack", b"\x91\xa1a"),
        ("cbor", b"\xa1\x64text\x61a\x00"),
        ("cbor", b"\xa1\x64text"),
        ("protobuf", b"\x0a\x05a"),
        ("bson", b"\x11\x00\x00\x00\x02text\x00\x02\x00\x00\x00a\x00"),
        ("bson", b"\x13\x00\x00\x00\x02text\x00\x02\x00\x00\x00a\x00\x00\x00"),
        ("pickle", b"\x80\x05}\x8c\x04text\x8c\x01as..."),
        ("pickle", b"\x80\x05}\x8c\x04text\x8c\x01as"),
        ("pickle", b"cos\ngetcwd\n)R."),
    ],
)
def test_bytes_that_are_no_record_are_undecodable(name: str, data: bytes) -> None:
    codec = formats.reference(name, "", WORD)
    assert codec is not None
    with pytest.raises(Undecodable):
        codec.decode(data)


@pytest.mark.parametrize("left_out", ["enum", "field"])
def test_what_json_loses_shows(left_out: str) -> None:
    """The reference does not judge; but nothing that differs reads back as the same record."""
    text = json.dumps(
        {
            "type": "record",
            "name": "R",
            "fields": [
                {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["A", "B"]}},
                {"name": "n", "type": ["null", "int"]},
            ],
        }
    )
    schema = parse(text)
    codec = formats.reference("json", text, schema)
    assert codec is not None
    data = {"enum": b'{"e":0,"n":null}', "field": b'{"e":"A"}'}[left_out]
    with pytest.raises(canonical.Misfit):
        canonical.writer(schema)(codec.decode(data))


def everything() -> Schema:
    return parse((CHECKOUT / "tests/everything/workloads/everything/schema.avsc").read_text())


@pytest.mark.skipif(shutil.which("protoc") is None, reason="protoc is not here: `assay setup` installs it")
def test_the_descriptor_is_what_protoc_makes_of_the_text(tmp_path: Path) -> None:
    schema = everything()
    (tmp_path / "schema.proto").write_text(proto.text(schema))
    command = ["protoc", f"--proto_path={tmp_path}", f"--descriptor_set_out={tmp_path}/made", "schema.proto"]
    subprocess.run(command, check=True, cwd=tmp_path)
    (by_protoc,) = descriptor_pb2.FileDescriptorSet.FromString((tmp_path / "made").read_bytes()).file
    ours = describe(proto.model(schema))
    assert ours.enum_type == by_protoc.enum_type
    for one in by_protoc.message_type:
        for field in one.field:
            field.ClearField("json_name")
        for nested in one.nested_type:
            for field in nested.field:
                field.ClearField("json_name")
    assert list(ours.message_type) == list(by_protoc.message_type)


def test_zero_keeps_the_sign_that_json_gives_it() -> None:
    codec = formats.reference("json", MIXED, parse(MIXED))
    assert codec is not None
    assert repr(codec.decode(b'{"v":-0}')) == repr({"v": -0.0})
