"""Protobuf messages made of schemas: protoc takes them, and finds in them what the model says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from codegen.made import made_schemas
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet

from assay.base.checkout import CHECKOUT
from assay.base.tools import find
from assay.data.formats.protobuf import proto
from assay.data.schema import Record, Schema, parse
from assay.languages.shared.flavours import Making
from assay.languages.shared.protoc import PROTOC, compile_proto, write_proto
from assay.languages.shared.recipe import BuildFailed

SCHEMAS = 200

# Names that are one name to Protobuf, or that it has a use of its own for.
AWKWARD = """{"type": "record", "name": "Root", "fields": [
  {"name": "_", "type": {"type": "enum", "name": "Named", "symbols": ["_", "__", "A_b", "a_B", "named"]}},
  {"name": "__", "type": {"type": "record", "name": "named", "fields": []}},
  {"name": "_2", "type": {"type": "record", "name": "a.Named", "fields": [
    {"name": "Root", "type": ["null", "long"]},
    {"name": "again", "type": {"type": "map", "values": ["null", "a.Named"]}}]}},
  {"name": "fooEntry", "type": "int"},
  {"name": "FooEntry", "type": {"type": "map", "values": "named"}},
  {"name": "foo", "type": {"type": "map", "values": {"type": "map", "values": "bytes"}}},
  {"name": "message", "type": ["null", {"type": "record", "name": "message", "fields": [
    {"name": "int32", "type": {"type": "fixed", "name": "int32", "size": 0}}, {"name": "option", "type": ["null"]}]}]},
  {"name": "Named_", "type": {"type": "enum", "name": "NamedA", "symbols": ["b"]}},
  {"name": "oneof", "type": ["null", "int32", "message", "NamedA",
    {"type": "record", "name": "b.Message", "fields": []}]},
  {"name": "map", "type": ["long", {"type": "array", "items": "null"}, {"type": "map", "values": "null"}]},
  {"name": "Null", "type": [{"type": "record", "name": "Null", "fields": []}, "null"]},
  {"name": "repeated", "type": ["null", {"type": "array", "items": ["null", "string"]}]},
  {"name": "deep", "type": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": "int"}}}}
]}"""
TOPS = ['"null"', '"string"', '["null", "int"]', '["string"]', '{"type": "array", "items": "long"}']
TOPS += ['{"type": "map", "values": {"type": "enum", "name": "Root", "symbols": ["root"]}}']
TOPS += ['{"type": "enum", "name": "Root", "symbols": ["value"]}', '{"type": "fixed", "name": "Root", "size": 3}']

SCALARS = {
    "bool": FieldDescriptorProto.TYPE_BOOL,
    "int32": FieldDescriptorProto.TYPE_INT32,
    "int64": FieldDescriptorProto.TYPE_INT64,
    "float": FieldDescriptorProto.TYPE_FLOAT,
    "double": FieldDescriptorProto.TYPE_DOUBLE,
    "string": FieldDescriptorProto.TYPE_STRING,
    "bytes": FieldDescriptorProto.TYPE_BYTES,
}


def schema_texts() -> Iterator[str]:
    for folder in (CHECKOUT / "workloads", CHECKOUT / "tests/everything/workloads"):
        for path in sorted(folder.glob("*/schema.avsc")):
            yield path.read_text(encoding="utf-8")
    yield AWKWARD
    yield from TOPS
    yield from map(json.dumps, made_schemas(SCHEMAS))


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Schema, FileDescriptorProto]]:
    """Every schema with what one call of protoc makes of its messages, each file in a package of its own."""
    if problem := find(PROTOC).problem:
        pytest.skip(problem)
    folder = tmp_path_factory.mktemp("proto")
    schemas = [parse(text) for text in schema_texts()]
    paths = []
    for number, schema in enumerate(schemas):
        paths.append(folder / f"{number}.proto")
        paths[-1].write_text(proto.text(schema).replace(proto.PACKAGE, f"number{number}"), encoding="utf-8")
    output = folder / "descriptors"
    arguments = [f"--descriptor_set_out={output}", *(str(path) for path in paths[1:])]
    compile_proto(paths[0], arguments, folder / "log")
    files = {file.name: file for file in FileDescriptorSet.FromString(output.read_bytes()).file}
    return [(schema, files[path.name]) for schema, path in zip(schemas, paths, strict=True)]


def test_protoc_finds_what_the_model_says(described: list[tuple[Schema, FileDescriptorProto]]) -> None:
    for schema, file in described:
        model = proto.model(schema)
        enums = {e.name: [(v.name, v.number) for v in e.value] for e in file.enum_type}
        assert enums == {e.name: [(v, i) for i, v in enumerate(e.values)] for e in model.enums.values()}
        assert [m.name for m in file.message_type] == list(model.messages)
        assert model.messages[model.root.name] is model.root
        for message in file.message_type:
            expected = model.messages[message.name]
            entries = {f"{file.package}.{message.name}.{n.name}": n.field[1] for n in message.nested_type}
            assert len(message.field) == len(expected.fields)
            for found, field in zip(message.field, expected.fields, strict=True):
                assert (found.name, found.number) == (field.name, field.number)
                assert label(found, entries) == field.label
                assert (found.HasField("oneof_index") and not found.proto3_optional) == (expected.form == "union")
                value = entries.get(found.type_name.removeprefix("."), found)
                assert type_of(value) == type_name(field.type, file.package)


def label(field: FieldDescriptorProto, entries: dict[str, FieldDescriptorProto]) -> str:
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return "map" if field.type_name.removeprefix(".") in entries else "repeated"
    return "optional" if field.proto3_optional else "single"


def type_of(field: FieldDescriptorProto) -> tuple[int, str]:
    return field.type, field.type_name


def type_name(type_: proto.Type, package: str) -> tuple[int, str]:
    if type_.kind == "scalar":
        return SCALARS[type_.name], ""
    kind = FieldDescriptorProto.TYPE_ENUM if type_.kind == "enum" else FieldDescriptorProto.TYPE_MESSAGE
    return kind, f".{package}.{type_.name}"


def test_names_are_kept_where_protobuf_can_have_them() -> None:
    root = proto.model(parse(AWKWARD)).root
    names = {field.source: field.name for field in root.fields}
    changed = {"__": "__2", "_2": "_22", "FooEntry": "FooEntry2", "fooEntry": "fooEntry3"}
    assert root.name == "Root"
    assert {source: name for source, name in names.items() if source != name} == changed


def test_what_no_field_can_hold_is_wrapped_once() -> None:
    schema = parse(
        """{"type": "record", "name": "R", "fields": [
        {"name": "a", "type": {"type": "array", "items": {"type": "array", "items": "int"}}},
        {"name": "b", "type": ["null", {"type": "array", "items": "int"}]},
        {"name": "c", "type": {"type": "map", "values": ["int", "null"]}},
        {"name": "d", "type": ["int", {"type": "array", "items": "int"}]},
        {"name": "e", "type": ["null", "R"]}]}"""
    )
    assert isinstance(schema, Record)
    text = proto.text(schema)
    body = text[text.index("message R") :].replace(f".{proto.PACKAGE}", "")
    assert body == (
        "message R {\n  repeated .ArrayOfInt a = 1;\n  optional .ArrayOfInt b = 2;\n"
        "  map<string, .OptionalInt> c = 3;\n"
        "  .IntOrArrayOfInt d = 4;\n  optional .R e = 5;\n}\n"
        "\nmessage ArrayOfInt {\n  repeated int32 items = 1;\n}\n"
        "\nmessage OptionalInt {\n  optional int32 value = 1;\n}\n"
        "\nmessage IntOrArrayOfInt {\n  oneof value {\n"
        "    int32 int_value = 1;\n    .ArrayOfInt array_value = 2;\n  }\n}\n"
    )
    assert [m.form for m in proto.model(schema).messages.values()] == ["record", "array", "optional", "union"]


def test_what_protoc_refuses_fails_the_build_with_its_words(tmp_path: Path) -> None:
    if problem := find(PROTOC).problem:
        pytest.skip(problem)
    path = write_proto(Making('{"type": "record", "name": "R", "fields": []}', tmp_path, tmp_path / "log"))
    path.write_text(path.read_text(encoding="utf-8") + "message R {}\n", encoding="utf-8")
    with pytest.raises(BuildFailed, match='"R" is already defined'):
        compile_proto(path, [f"--descriptor_set_out={tmp_path / 'out'}"], tmp_path / "log")
