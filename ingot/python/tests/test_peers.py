"""Schemas and values at random: read as written, and written and read as fastavro and avro do."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

import ingot  # noqa: E402
from ingot import fastavro as dropped_in  # noqa: E402

Pair = tuple[Any, Any]
TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)
FLOATS = st.floats(width=32, allow_nan=False)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "null": st.none(),
    "boolean": st.booleans(),
    "int": st.integers(-(2**31), 2**31 - 1),
    "long": st.integers(-(2**63), 2**63 - 1),
    "float": FLOATS,
    "double": st.floats(allow_nan=False),
    "string": TEXTS,
    "bytes": st.binary(max_size=40),
}


class Names:
    """Names that no two types of a schema have."""

    def __init__(self) -> None:
        self.count = 0

    def new(self, kind: str) -> str:
        self.count += 1
        return f"{kind}{self.count}"


def made(draw: st.DrawFn, names: Names, depth: int) -> tuple[Any, st.SearchStrategy[Any]]:
    """A schema, and what makes its values."""
    deep = ["array", "map", "record", "optional"] if depth else []
    kind = draw(st.sampled_from([*VALUES, "fixed", "enum", *deep]))
    if kind in VALUES:
        return kind, VALUES[kind]
    if kind == "fixed":
        size = draw(st.integers(1, 20))
        return {"type": "fixed", "name": names.new("Fixed"), "size": size}, st.binary(min_size=size, max_size=size)
    if kind == "enum":
        symbols = [f"S{number}" for number in range(draw(st.integers(1, 70)))]
        return {"type": "enum", "name": names.new("Enum"), "symbols": symbols}, st.sampled_from(symbols)
    if kind == "record":
        name = names.new("Record")
        parts = {f"f{place}": made(draw, names, depth - 1) for place in range(draw(st.integers(0, 8)))}
        fields = [{"name": field, "type": schema} for field, (schema, _) in parts.items()]
        values = st.fixed_dictionaries({field: values for field, (_, values) in parts.items()})
        return {"type": "record", "name": name, "fields": fields}, values
    schema, values = made(draw, names, depth - 1)
    if kind == "array":
        return {"type": "array", "items": schema}, st.lists(values, max_size=5)
    if kind == "map":
        return {"type": "map", "values": schema}, st.dictionaries(TEXTS, values, max_size=5)
    if schema == "null" or isinstance(schema, list):
        return schema, values
    order = draw(st.permutations(["null", schema]))
    return order, st.one_of(st.none(), values)


@st.composite
def cases(draw: st.DrawFn, depth: int = 3) -> Pair:
    """A schema and values of it; a union has one branch beside null, so that no library chooses."""
    schema, values = made(draw, Names(), depth)
    return schema, draw(st.lists(values, min_size=1, max_size=4))


@st.composite
def records(draw: st.DrawFn) -> Pair:
    """The same, of a record."""
    names = Names()
    parts = {f"f{place}": made(draw, names, 2) for place in range(draw(st.integers(1, 8)))}
    fields = [{"name": field, "type": schema} for field, (schema, _) in parts.items()]
    values = st.fixed_dictionaries({field: values for field, (_, values) in parts.items()})
    return {"type": "record", "name": "Whole", "fields": fields}, draw(st.lists(values, min_size=1, max_size=4))


@given(cases())
def test_what_is_written_is_read(case: Pair) -> None:
    schema, values = case
    own = ingot.Schema(json.dumps(schema))
    parts = [own.encode(value) for value in values]
    assert [own.decode(part) for part in parts] == values == [own.decode(part, reader=own) for part in parts]
    assert own.encode_many(values) == b"".join(parts)
    assert own.decode_many(parts) == values
    if all(parts):
        assert own.decode_many(b"".join(parts)) == values
    assert own.decode_single_object(own.encode_single_object(values[0])) == values[0]
    assert own.decode_registry(7, own.encode_registry(7, values[0])) == values[0]
    for value in values:
        own.validate(value)


@given(cases(), st.sampled_from(["null", "deflate", "snappy", "zstandard", "bzip2", "xz"]), st.integers(1, 200))
def test_files_are_read_as_written(case: Pair, codec: Any, block_bytes: int) -> None:
    schema, values = case
    file = io.BytesIO()
    with ingot.Writer(file, json.dumps(schema), codec=codec, block_bytes=block_bytes) as writer:
        writer.write_many(values)
    assert list(ingot.open(file.getvalue())) == values
    assert [record for block in ingot.open(file.getvalue()).blocks() for record in block.records()] == values


@given(records(), st.data())
def test_some_fields_are_those_of_all(case: Pair, data: st.DataObject) -> None:
    schema, values = case
    own = ingot.Schema(json.dumps(schema))
    names = [field["name"] for field in schema["fields"]]
    kept = data.draw(st.lists(st.sampled_from(names), unique=True))
    for value in values:
        expected = {name: value[name] for name in names if name in kept}
        assert own.decode(own.encode(value), fields=kept) == expected


@given(cases(), st.data())
def test_bytes_that_are_cut_or_wrong_are_told(case: Pair, data: st.DataObject) -> None:
    schema, values = case
    own = ingot.Schema(json.dumps(schema))
    content = bytearray(own.encode(values[0]))
    for end in range(len(content)):
        with pytest.raises(ingot.DecodeError):
            own.decode(content[:end])
    if content:
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        try:
            found = own.decode(content)
        except ingot.DecodeError as error:
            assert error.kind and (error.offset is None or 0 <= error.offset <= len(content))
        else:
            own.encode(found)


@given(cases())
def test_fastavro_writes_the_same_bytes_and_reads_them(case: Pair) -> None:
    fastavro = pytest.importorskip("fastavro")
    schema, values = case
    own, theirs, ours = ingot.Schema(json.dumps(schema)), fastavro.parse_schema(schema), dropped_in.parse_schema(schema)
    for value in values:
        file, other = io.BytesIO(), io.BytesIO()
        fastavro.schemaless_writer(file, theirs, value)
        dropped_in.schemaless_writer(other, ours, value)
        content = own.encode(value)
        assert content == file.getvalue() == other.getvalue()
        found = fastavro.schemaless_reader(io.BytesIO(content), theirs)
        assert found == own.decode(content) == dropped_in.schemaless_reader(io.BytesIO(content), ours) == value
    assert own.canonical_form() == fastavro.schema.to_parsing_canonical_form(schema)


@given(cases())
def test_avro_writes_the_same_bytes_and_reads_them(case: Pair) -> None:
    avro = pytest.importorskip("avro.io")
    import avro.schema as schemas

    schema, values = case
    own, theirs = ingot.Schema(json.dumps(schema)), schemas.parse(json.dumps(schema))
    for value in values:
        file = io.BytesIO()
        avro.DatumWriter(theirs).write(value, avro.BinaryEncoder(file))
        assert file.getvalue() == own.encode(value)
        file.seek(0)
        assert avro.DatumReader(theirs).read(avro.BinaryDecoder(file)) == own.decode(file.getvalue()) == value


@given(st.binary(max_size=60), cases())
def test_bytes_of_anybody_end_in_a_value_or_an_error(content: bytes, case: Pair) -> None:
    own = ingot.Schema(json.dumps(case[0]))
    for read in (own.decode, own.decode_many, own.decode_first, own.decode_single_object):
        try:
            read(content)
        except ingot.DecodeError as error:
            assert error.kind
    with pytest.raises(ingot.FileError):
        list(ingot.open(content))
