"""`ingot.fastavro` by itself: what fastavro's own tests do not say, and what is deliberately different."""

from __future__ import annotations

import copy
import datetime
import inspect
import io
import json
import pickle
import uuid
from collections import OrderedDict, UserDict
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from builds import changes
from ingot.fastavro._container import long_bytes
from ingot.fastavro.utils import generate_many

from ingot import fastavro

TEA = {
    "type": "record",
    "name": "shop.Tea",
    "fields": [
        {"name": "name", "type": "string"},
        {"name": "grams", "type": ["null", "int"], "default": None},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["GREEN", "BLACK"]}, "default": "BLACK"},
    ],
}


def written(schema: Any, record: Any, **options: Any) -> bytes:
    file = io.BytesIO()
    fastavro.schemaless_writer(file, schema, record, **options)
    return file.getvalue()


def back(schema: Any, data: bytes, **options: Any) -> Any:
    return fastavro.schemaless_reader(io.BytesIO(data), schema, **options)


def test_records_follow_each_other_in_one_file() -> None:
    schema = fastavro.parse_schema(TEA)
    file = io.BytesIO()
    for grams in range(100):
        fastavro.schemaless_writer(file, schema, {"name": "x" * grams, "grams": grams})
    file.seek(0)
    for grams in range(100):
        found = fastavro.schemaless_reader(file, schema)
        assert found == {"name": "x" * grams, "grams": grams, "kind": "BLACK"}
    with pytest.raises(EOFError):
        fastavro.schemaless_reader(file, schema)


class Stream(io.RawIOBase):
    """A source that can neither be sought in nor gives more than a byte at once."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    def read(self, size: int = -1) -> bytes:
        piece, self.rest = self.rest[: min(size, 1)], self.rest[min(size, 1) :]
        return piece


def test_no_byte_more_is_read_than_a_record_has() -> None:
    record = {"name": "oolong", "grams": 250, "kind": "GREEN"}
    file = Stream(written(TEA, record) + b"rest")
    assert fastavro.schemaless_reader(file, TEA) == record
    assert file.rest == b"rest"
    with pytest.raises(EOFError):
        fastavro.schemaless_reader(Stream(written(TEA, record)[:-1]), TEA)


def test_parsed_schemas_are_dicts_that_can_be_copied() -> None:
    parsed = fastavro.parse_schema(TEA)
    data = written(parsed, {"name": "x"})
    for other in (copy.deepcopy(parsed), pickle.loads(pickle.dumps(parsed)), dict(parsed)):
        assert other == parsed
        assert written(other, {"name": "x"}) == data
    assert json.loads(json.dumps(parsed))["name"] == "shop.Tea"


@pytest.mark.parametrize(
    ("union", "value", "branch"),
    [
        (["double", "long"], 3, 0),
        (["float", "double"], 1.5, 1),
        (["null", "int"], 3, 1),
        (["int", "boolean"], True, 1),
        (["bytes", "string"], "a", 1),
        ([{"type": "map", "values": "int"}, TEA], {"name": "x"}, 1),
        ([{"type": "map", "values": "string"}, TEA], {"name": "x"}, 0),
        (["null", "string"], ("string", "a"), 1),
        ([{"type": "array", "items": "int"}, "string"], range(3), 0),
    ],
)
def test_the_branch_of_a_union(union: list[Any], value: Any, branch: int) -> None:
    assert written(union, value)[0] == branch * 2


def test_records_with_most_fields_or_the_type_that_they_name() -> None:
    one = {"type": "record", "name": "One", "fields": [{"name": "a", "type": "int"}]}
    two = {"type": "record", "name": "Two", "fields": [{"name": f, "type": ["null", "int"]} for f in "ab"]}
    union = [one, two]
    assert written(union, {"a": 1})[0] == 0
    assert written(union, {"a": 1, "b": 2})[0] == 2
    assert written(union, {"-type": "Two", "a": 1})[0] == 2
    assert back(union, written(union, ("Two", {"a": 1})), return_record_name=True) == ("Two", {"a": 1, "b": None})
    with pytest.raises(ValueError, match="not found in schema"):
        written(union, ("Three", {}))
    with pytest.raises(ValueError, match="do not match"):
        written(union, ("One", {"a": 1}), disable_tuple_notation=True)


class Sneaky(UserDict[str, Any]):
    """A mapping that raises."""

    def __getitem__(self, key: str) -> Any:
        raise RuntimeError("no")


@pytest.mark.parametrize("kind", [OrderedDict, UserDict, dict])
def test_any_mapping_is_a_record(kind: Any) -> None:
    assert written(TEA, kind(name="x")) == b"\x02x\x00\x02"


class Sevens(dict[str, Any]):
    """A dict that gives something else than it holds."""

    def __getitem__(self, key: str) -> Any:
        return 7

    get = __getitem__  # type: ignore[assignment]

    def items(self) -> Any:
        return [("z", 7)]


def test_a_class_derived_from_dict_is_read_as_the_dict_that_it_is() -> None:
    assert written({"type": "map", "values": "int"}, Sevens(a=1)) == b"\x02\x02a\x02\x00"
    record = {"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"}]}
    assert written(record, Sevens(a=1)) == b"\x02"


def test_what_a_mapping_raises_comes_out() -> None:
    with pytest.raises(RuntimeError, match="no"):
        written(TEA, Sneaky(name="x"))


def test_strictness() -> None:
    for options in ({"strict": True}, {"strict_allow_default": True}):
        with pytest.raises(ValueError, match="more fields"):
            written(TEA, {"name": "x", "grams": 1, "kind": "GREEN", "colour": 1}, **options)
    with pytest.raises(ValueError, match="grams is specified"):
        written(TEA, {"name": "x", "kind": "GREEN"}, strict=True)
    assert written(TEA, {"name": "x"}, strict_allow_default=True) == b"\x02x\x00\x02"


def test_logical_types_are_native_until_they_are_overridden(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = fastavro.parse_schema({"type": "long", "logicalType": "timestamp-millis"})
    moment = datetime.datetime(1969, 12, 31, 23, 59, 59, 999000, tzinfo=datetime.UTC)
    data = written(schema, moment)
    assert data == b"\x01"
    assert back(schema, data) == moment
    key = "long-timestamp-millis"
    monkeypatch.setitem(fastavro.read.LOGICAL_READERS, key, lambda data, *_: ("read", data))
    monkeypatch.setitem(fastavro.write.LOGICAL_WRITERS, key, lambda data, schema: 7)
    assert written(schema, moment) == b"\x0e"
    assert back(schema, data) == ("read", -1)
    monkeypatch.delitem(fastavro.read.LOGICAL_READERS, key)
    assert back(schema, data) == -1


def test_a_writer_of_a_user_that_raises_or_takes_things_away(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"a": object(), "b": 1}

    def clears(data: Any, schema: Any) -> Any:
        record.clear()
        return "x"

    monkeypatch.setitem(fastavro.write.LOGICAL_WRITERS, "string-odd", clears)
    odd = {"type": "string", "logicalType": "odd"}
    schema = {"type": "record", "name": "R", "fields": [{"name": "a", "type": odd}, {"name": "b", "type": "int"}]}
    changes(lambda: written(schema, record), b"\x02x\x02", "b")


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("int", 2**31),
        ("long", 2**63),
        ("int", "1"),
        ("float", 1e300),
        ("string", "\ud800"),
        ({"type": "fixed", "name": "F", "size": 2}, b"a"),
        ({"type": "enum", "name": "E", "symbols": ["A"]}, "B"),
        ({"type": "array", "items": "int"}, 3),
        ({"type": "map", "values": "int"}, [1]),
    ],
)
def test_what_is_no_value_is_not_written(schema: Any, value: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        written(schema, value)


@pytest.mark.parametrize(
    ("schema", "data"),
    [
        ("int", "8080808010"),
        ("string", "01"),
        ({"type": "array", "items": "null"}, "feffffff0f"),
        (["null", "int"], "01"),
        ({"type": "enum", "name": "E", "symbols": ["A"]}, "01"),
        ({"type": "record", "name": "R", "fields": [{"name": "r", "type": ["null", "R"]}]}, "02" * 100_000),
        ({"type": "record", "name": "R", "fields": [{"name": "r", "type": "R"}]}, ""),
    ],
)
def test_hostile_bytes_are_refused(schema: Any, data: str) -> None:
    for file in (io.BytesIO(bytes.fromhex(data)), Stream(bytes.fromhex(data))):
        with pytest.raises((ValueError, EOFError)):
            fastavro.schemaless_reader(file, schema)


def test_objects_that_are_nested_without_end_are_refused() -> None:
    node: dict[str, Any] = {}
    node["next"] = node
    schema = {"type": "record", "name": "Node", "fields": [{"name": "next", "type": ["null", "Node", "int"]}]}
    with pytest.raises(ValueError, match="nested"):
        written(schema, node)
    with pytest.raises(ValueError, match="nested"):
        fastavro.validate(node, schema)


@pytest.mark.parametrize("codec", ["null", "deflate", "bzip2", "xz", "snappy", "zstandard"])
def test_containers_in_blocks_appended_and_damaged(codec: str) -> None:
    schema = fastavro.parse_schema(TEA)
    records = [{"name": f"tea {number}", "grams": number, "kind": "GREEN"} for number in range(100)]
    file = io.BytesIO()
    fastavro.writer(file, schema, iter(records), codec=codec, sync_interval=200, metadata={"from": "here"})
    fastavro.writer(file, None, records[:3])
    file.seek(0)
    reader = fastavro.reader(file)
    assert (reader.codec, reader.metadata["from"]) == (codec, "here")
    assert list(reader) == records + records[:3]
    file.seek(0)
    blocks = list(fastavro.block_reader(file))
    assert len(blocks) > 5
    assert [record for block in blocks for record in block] == records + records[:3]
    assert sum(block.num_records for block in blocks) == 103
    cut = io.BytesIO(file.getvalue()[:-1])
    with pytest.raises(ValueError, match="sync marker"):
        list(fastavro.reader(cut))


def test_a_file_is_read_by_another_schema() -> None:
    file = io.BytesIO()
    fastavro.writer(file, TEA, [{"name": "x", "grams": 1}])
    file.seek(0)
    fields = [{"name": "grams", "type": ["null", "double"]}, {"name": "colour", "type": "string", "default": "red"}]
    reader = {"type": "record", "name": "Tea", "aliases": ["shop.Tea"], "fields": fields}
    assert list(fastavro.reader(file, reader)) == [{"grams": 1.0, "colour": "red"}]


def test_json_both_ways() -> None:
    record = {"name": "x", "grams": 1, "kind": "GREEN"}
    file = io.StringIO()
    fastavro.json_writer(file, TEA, [record, record])
    assert json.loads(file.getvalue().splitlines()[0]) == {"name": "x", "grams": {"int": 1}, "kind": "GREEN"}
    file.seek(0)
    assert list(fastavro.json_reader(file, TEA)) == [record, record]


KINDS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("date", "int", "date", {}),
    ("time", "int", "time-millis", {}),
    ("fine", "long", "time-micros", {}),
    ("at", "long", "timestamp-millis", {}),
    ("exactly", "long", "timestamp-micros", {}),
    ("there", "long", "local-timestamp-micros", {}),
    ("price", "bytes", "decimal", {"precision": 30, "scale": 3}),
    ("cost", "fixed", "decimal", {"precision": 10, "scale": 2, "name": "Cost", "size": 6}),
    ("id", "string", "uuid", {}),
]
LOGICAL = {
    "type": "record",
    "name": "Moments",
    "fields": [
        {"name": name, "type": {"type": kind, "logicalType": logical, **more}} for name, kind, logical, more in KINDS
    ],
}


def moments(seed: int) -> dict[str, Any]:
    at = datetime.datetime(1, 1, 2, tzinfo=datetime.UTC) + datetime.timedelta(microseconds=seed * 7_919_793_001_001_003)
    zone = datetime.timezone(datetime.timedelta(hours=seed % 12, minutes=30))
    return {
        "date": at.date(),
        "time": at.time().replace(microsecond=at.microsecond // 1000 * 1000),
        "fine": at.time(),
        "at": at.replace(microsecond=at.microsecond // 1000 * 1000),
        "exactly": at.astimezone(zone),
        "there": at.replace(tzinfo=None),
        "price": Decimal((-1) ** seed * 10**seed * 7).scaleb(-3),
        "cost": Decimal((-1) ** seed * seed * 128).scaleb(-2),
        "id": uuid.UUID(int=seed * 7919),
    }


def test_logical_types_both_ways() -> None:
    for seed in range(30):
        assert back(LOGICAL, written(LOGICAL, moments(seed))) == moments(seed)


def test_the_same_as_fastavro() -> None:
    theirs = pytest.importorskip("fastavro")
    for schema, records in [(LOGICAL, [moments(seed) for seed in range(30)]), *at_random()]:
        for record in records:
            file = io.BytesIO()
            theirs.schemaless_writer(file, schema, record)
            assert written(schema, record) == file.getvalue()
            found = back(schema, file.getvalue())
            file.seek(0)
            assert found == theirs.schemaless_reader(file, schema)
        for codec in ("null", "deflate", "bzip2", "xz"):
            for one, other in ((theirs, fastavro), (fastavro, theirs)):
                file = io.BytesIO()
                one.writer(file, schema, records, codec=codec, sync_interval=500)
                file.seek(0)
                found = list(other.reader(file))
                file.seek(0)
                assert found == list(one.reader(file))


def at_random() -> list[tuple[Any, list[Any]]]:
    """Values of schemas with unions of everything."""
    parts: list[Any] = ["null", "boolean", "int", "long", "double", "bytes", "string"]
    parts += [{"type": "array", "items": parts[:]}, {"type": "map", "values": parts[:]}]
    records = [
        {"type": "record", "name": name, "fields": [{"name": field, "type": "int"} for field in fields]}
        for name, fields in (("A", "a"), ("B", "ab"), ("C", "bc"))
    ]
    schemas: list[Any] = [{"type": "record", "name": "R", "fields": [{"name": "u", "type": [*parts, *records]}]}, TEA]
    return [(schema, list(generate_many(schema, 200))) for schema in schemas]


@pytest.mark.parametrize("count", [2**20 + 1, 2**31, 2**63 - 1])
def test_records_without_bytes_have_a_limit(count: int) -> None:
    file = io.BytesIO()
    fastavro.writer(file, "null", [None] * 3, sync_marker=bytes(16))
    data = file.getvalue()
    assert data.endswith(b"\x06\0" + bytes(16))
    head = data[: -len(b"\x06\0" + bytes(16))]
    assert list(fastavro.reader(io.BytesIO(data))) == [None] * 3
    more = long_bytes(count)
    with pytest.raises(ValueError, match="records without bytes"):
        list(fastavro.reader(io.BytesIO(head + more + b"\0" + bytes(16))))


RECORD = {"type": "record", "name": "R", "fields": [{"name": "b", "type": "boolean"}, {"name": "d", "type": "double"}]}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (["null", "boolean"], "text"),
        (["boolean", "null"], 2**63),
        (["null", "double"], False),
        (["null", "double"], "1.5"),
        (["null", "long"], 1.0),
        (["null", "long"], True),
        (["null", {"type": "array", "items": "int"}], {1, 2}),
        (["null", RECORD], {"b": 1, "d": 0.5}),
        (["null", RECORD], {"b": True, "d": 0.5, "-type": "Other"}),
        (["null", {"type": "map", "values": ["null", RECORD]}], {"a": {"b": True, "d": Decimal(1)}}),
    ],
)
def test_a_union_with_null_takes_what_is_valid_alone(schema: Any, value: Any) -> None:
    with pytest.raises(ValueError, match="do not match"):
        written(schema, value)
    outer = {"type": "record", "name": "Outer", "fields": [{"name": "u", "type": schema}]}
    file = io.BytesIO()
    with pytest.raises(ValueError, match="do not match"):
        fastavro.writer(file, outer, [{"u": None}, {"u": value}])
    with pytest.raises(fastavro.validation.ValidationError):
        fastavro.validate(value, schema)


def test_what_is_odd_beside_a_union_is_written_as_ever() -> None:
    fields = [{"name": "b", "type": "boolean"}, {"name": "u", "type": ["null", RECORD]}]
    outer = {"type": "record", "name": "Outer", "fields": fields}
    inner = {"b": False, "d": 0.5}
    assert written(outer, {"b": "yes", "u": inner}) == written(outer, {"b": True, "u": inner})
    assert written(outer, {"b": 0, "u": None}) == b"\0\0"
    assert written(outer, {"b": True, "u": {**inner, "-type": "R"}}) == written(outer, {"b": True, "u": inner})


def test_numbers_of_other_types_are_ints_where_nothing_is_lost() -> None:
    for seven in (7.0, Decimal(7), Decimal("7.00"), True + 6):
        assert written("int", seven) == written("long", seven) == b"\x0e"
    assert written("int", True) == b"\x02"
    for refused in (7.5, Decimal("7.5"), float("nan"), float("inf"), "7", 2.0**40, None, 1j):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            written("int", refused)


def test_a_bytearray_is_a_fixed() -> None:
    fixed = {"type": "fixed", "name": "F", "size": 2}
    assert written(["null", "int", fixed], bytearray(b"ab")) == b"\x04ab"
    assert fastavro.validate(bytearray(b"ab"), fixed)
    assert not fastavro.validate(bytearray(b"abc"), fixed, raise_errors=False)


def test_readers_say_their_arguments() -> None:
    for one in (fastavro.reader, fastavro.block_reader):
        assert [*inspect.signature(one).parameters][:4] == [
            "fo",
            "reader_schema",
            "return_record_name",
            "return_record_name_override",
        ]
        with pytest.raises(TypeError, match="unexpected keyword"):
            one(io.BytesIO(), unknown=True)  # type: ignore[call-arg]


def test_files_whose_schemas_need_each_other(tmp_path: Path) -> None:
    for name, other in (("One", "Two"), ("Two", "One"), ("Own", "Own2"), ("Own2", "Own2.Own2")):
        fields = [{"name": "next", "type": ["null", other]}]
        text = json.dumps({"type": "record", "name": name, "fields": fields})
        (tmp_path / f"{name}.avsc").write_text(text, encoding="utf-8")
    with pytest.raises(fastavro.schema.SchemaParseException, match="'Two' needs 'One'"):
        fastavro.schema.load_schema(str(tmp_path / "One.avsc"))
    with pytest.raises(fastavro.schema.UnknownType):
        fastavro.schema.load_schema(str(tmp_path / "Own.avsc"))


def test_a_file_that_is_open_as_text() -> None:
    with pytest.raises(TypeError, match="open the file as binary"):
        fastavro.reader(io.StringIO("Obj"))
    with pytest.raises(TypeError, match="open the file as binary"):
        fastavro.schemaless_reader(io.StringIO("Obj"), "int")
