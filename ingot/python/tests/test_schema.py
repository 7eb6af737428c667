"""The class `Schema` beyond the rows."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import types
from array import array
from pathlib import Path
from typing import Any

import pytest
from builds import changes

import ingot

TEA = {
    "type": "record",
    "name": "shop.Tea",
    "fields": [
        {"name": "name", "type": "string"},
        {"name": "grams", "type": ["null", "int"], "default": None},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["GREEN", "BLACK"]}, "default": "BLACK"},
        {"name": "prices", "type": {"type": "map", "values": {"type": "array", "items": "double"}}, "default": {}},
    ],
}
OOLONG = {"name": "oolong", "grams": 250, "kind": "GREEN", "prices": {"€": [1.5, 2.0], "": []}}


@pytest.fixture
def tea() -> ingot.Schema:
    return ingot.Schema(TEA)


def test_a_value_and_back(tea: ingot.Schema) -> None:
    assert tea.decode(tea.encode(OOLONG)) == OOLONG


def test_the_order_of_keys_does_not_matter(tea: ingot.Schema) -> None:
    assert tea.encode(dict(reversed(OOLONG.items()))) == tea.encode(OOLONG)
    # Keys that are not interned, as parsers make them.
    assert tea.encode({"".join(list(key)): value for key, value in OOLONG.items()}) == tea.encode(OOLONG)


def test_fields_that_are_missing_have_their_defaults(tea: ingot.Schema) -> None:
    assert tea.decode(tea.encode({"name": "x"})) == {"name": "x", "grams": None, "kind": "BLACK", "prices": {}}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": None}, "name: NoneType, not a string"),
        ({"name": "\ud800"}, "name: a string with half of a surrogate pair"),
        ({"grams": 2**31}, "grams: 2147483648 is beyond an int's 32 bits"),
        ({"grams": 2**64}, "grams: an integer beyond an int"),
        ({"grams": True}, "grams: bool, not an int"),
        ({"grams": 1.0}, "grams: float, not an int"),
        ({"kind": "RED"}, 'kind: "RED" is no symbol of the enum'),
        ({"prices": {"a": [1.0, "b"]}}, 'prices{"a"}[1]: str, not a double'),
        ({"prices": {1: []}}, "prices: int, not a string"),
        ({"colour": 1}, 'the datum: shop.Tea has no field "colour"'),
    ],
)
def test_what_is_no_value_is_told_with_its_path(tea: ingot.Schema, change: dict[str, Any], said: str) -> None:
    with pytest.raises(ingot.EncodeError) as raised:
        tea.encode(OOLONG | change)
    assert str(raised.value) == said
    assert raised.value.kind == "value-invalid"
    with pytest.raises(ingot.EncodeError):
        tea.validate(OOLONG | change)
    tea.validate(OOLONG)


def test_every_truncation_is_refused_at_its_end(tea: ingot.Schema) -> None:
    data = tea.encode(OOLONG)
    for length in range(len(data)):
        with pytest.raises(ingot.DecodeError) as raised:
            tea.decode(data[:length])
        assert raised.value.kind == "end-of-input"
        assert raised.value.offset is not None and raised.value.offset <= length


def test_reading_by_another_schema(tea: ingot.Schema) -> None:
    fields = [
        {"name": "weight", "aliases": ["grams"], "type": ["null", "double"]},
        {"name": "hot", "type": "boolean", "default": True},
    ]
    reader = ingot.Schema({"type": "record", "name": "Tea", "fields": fields})
    for _ in range(2):
        assert tea.decode(tea.encode(OOLONG), reader=reader) == {"weight": 250.0, "hot": True}
    with pytest.raises(ingot.SchemaError) as raised:
        tea.decode(tea.encode(OOLONG), reader=ingot.Schema('"int"'))
    assert raised.value.kind == "resolution"
    with pytest.raises(ingot.DecodeError):
        tea.decode(tea.encode(OOLONG)[:-1], reader=reader)


def test_reading_some_fields(tea: ingot.Schema) -> None:
    for _ in range(2):
        assert tea.decode(tea.encode(OOLONG), fields=["kind", "name"]) == {"name": "oolong", "kind": "GREEN"}
    with pytest.raises(ValueError, match="colour"):
        tea.decode(tea.encode(OOLONG), fields=["colour"])
    with pytest.raises(ValueError, match="its own fields"):
        tea.decode(tea.encode(OOLONG), fields=["name"], reader=tea)  # type: ignore[call-overload]


def test_many(tea: ingot.Schema) -> None:
    values = [OOLONG | {"grams": grams} for grams in range(50)]
    data = tea.encode_many(values)
    assert data == b"".join(map(tea.encode, values))
    assert tea.decode_many(data) == values
    assert tea.decode_many([tea.encode(value) for value in values]) == values
    assert tea.decode_first(data) == (values[0], len(tea.encode(values[0])))
    with pytest.raises(ingot.DecodeError):
        tea.decode_many(data[:-1])
    assert gc.isenabled()


def test_random_values_come_by_a_seed(tea: ingot.Schema) -> None:
    data = tea.encode_many(tea.random(20, seed=3))
    assert data == tea.encode_many(tea.random(20, seed=3)) != tea.encode_many(tea.random(20, seed=4))


def test_values_without_bytes_cannot_be_counted() -> None:
    with pytest.raises(ingot.DecodeError):
        ingot.Schema('"null"').decode_many(b"a")


def test_other_buffers_are_read(tea: ingot.Schema) -> None:
    data = tea.encode(OOLONG)
    assert tea.decode(memoryview(data)) == tea.decode(bytearray(data)) == OOLONG
    fixed = ingot.Schema({"type": "fixed", "name": "F", "size": 2})
    assert fixed.encode(bytearray(b"ab")) == fixed.encode(memoryview(b"ab")) == b"ab"


def test_a_branch_is_found_by_the_type() -> None:
    one = {"type": "record", "name": "One", "fields": [{"name": "a", "type": "int"}]}
    two = {"type": "record", "name": "Two", "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": "int"}]}
    letters = {"type": "enum", "name": "E", "symbols": ["A", "B"]}
    schema = ingot.Schema(["null", "boolean", "int", "long", "float", "double", "string", letters, one, two, "bytes"])
    branches = {schema.encode(value)[0] // 2: value for value in [None, True, 1, 2**40, 1.5, "x", "A", {"a": 1}, b""]}
    assert branches == {0: None, 1: True, 2: 1, 3: 2**40, 5: 1.5, 6: "x", 7: "A", 8: {"a": 1}, 10: b""}
    assert schema.encode({"a": 1, "b": 2})[0] // 2 == 9
    with pytest.raises(ingot.EncodeError, match="object is of no branch of the union"):
        schema.encode(object())


def test_a_branch_is_found_for_what_stands_for_an_integer_or_for_bytes() -> None:
    class Seven:
        def __index__(self) -> int:
            return 7

    taken: list[tuple[list[Any], Any, bytes]] = [
        (["null", "int", "string"], Seven(), b"\x02\x0e"),
        (["null", "string", "long", "int"], Seven(), b"\x04\x0e"),
        (["null", "string", {"type": "int", "logicalType": "date"}], Seven(), b"\x04\x0e"),
        (["null", "bytes", "string"], memoryview(b"ab"), b"\x02\x04ab"),
        (["null", "bytes", {"type": "fixed", "name": "F", "size": 2}], memoryview(b"ab"), b"\x04ab"),
        (["null", "bytes", {"type": "fixed", "name": "F", "size": 3}], array("B", b"ab"), b"\x02\x04ab"),
        (
            ["null", "string", {"type": "bytes", "logicalType": "decimal", "precision": 3}],
            array("B", b"\1"),
            b"\x04\x02\1",
        ),
    ]
    for branches, value, data in taken:
        assert ingot.Schema(branches).encode(value) == data
    none: list[tuple[list[Any], Any]] = [
        (["null", "int", "string"], memoryview(b"ab")),
        (["null", "bytes", "string"], Seven()),
        (["null", "double", "string"], Seven()),
        (["null", "int", "string"], True),
    ]
    for branches, value in none:
        with pytest.raises(ingot.EncodeError, match="is of no branch"):
            ingot.Schema(branches).encode(value)


def test_a_branch_is_found_for_numbers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    numbers = ingot.Schema(["null", "bytes", "int", "string", "long"])
    for value, data in [(numpy.int64(7), b"\x04\x0e"), (numpy.uint8(7), b"\x04\x0e"), (numpy.int64(2**31), b"\x08")]:
        assert numbers.encode(value).startswith(data)
    bytes_or_text = ingot.Schema(["null", "bytes", "string"])
    assert bytes_or_text.encode(numpy.frombuffer(b"ab", numpy.uint8)) == b"\x02\x04ab"
    # Their bytes are those of the machine, and a truth value is no number.
    for value in (numpy.int64(7), numpy.float32(7), numpy.bool_(True), numpy.datetime64(7, "D")):
        with pytest.raises(ingot.EncodeError, match="is of no branch"):
            bytes_or_text.encode(value)
    for value in (numpy.bool_(True), numpy.float32(7), numpy.uint64(2**63)):
        with pytest.raises(ingot.EncodeError, match="is of no branch"):
            numbers.encode(value)


class Growing(dict[str, Any]):
    """A value that a user's own code is behind."""


class Changing:
    """An integer that empties the list in which it lies as soon as it is asked."""

    def __init__(self, owner: list[Any]) -> None:
        self.owner = owner

    def __index__(self) -> int:
        self.owner.clear()
        return 1


def test_a_list_that_changes_meanwhile_is_told() -> None:
    schema = ingot.Schema({"type": "array", "items": "int"})
    values: list[Any] = []
    values += [Changing(values), 2, 3]
    changes(lambda: schema.encode(values), schema.encode([1, 2, 3]))


def test_derived_types_are_taken(tea: ingot.Schema) -> None:
    assert tea.encode(Growing(OOLONG)) == tea.encode(OOLONG)


def test_schemas_are_values(tea: ingot.Schema) -> None:
    assert pickle.loads(pickle.dumps(tea)) == tea == copy.deepcopy(tea) == ingot.Schema(str(tea))
    assert hash(tea) == hash(ingot.Schema(TEA))
    assert tea != ingot.Schema('"int"') and tea != 3
    deeper = tea.with_options(depth=2)
    assert pickle.loads(pickle.dumps(deeper)) == deeper != tea
    with pytest.raises(ingot.DecodeError) as raised:
        deeper.decode(tea.encode(OOLONG))
    assert raised.value.kind == "limit-depth"


def test_schemas_say_what_they_are(tea: ingot.Schema) -> None:
    assert ingot.Schema('"int"').fingerprint() == bytes.fromhex("8f5c393f1ad57572")
    assert tea.incompatibilities(ingot.Schema('"int"')) == [
        "the whole: the reader has the record shop.Tea, the writer int"
    ]
    assert tea.incompatibilities(tea) == []
    with pytest.raises(ValueError, match="crc64, md5 and sha256"):
        tea.fingerprint("sha1")  # type: ignore[arg-type]
    assert ingot.Schema({"type": "int", "logicalType": "dats"}).warnings


def test_what_is_wrong_with_a_schema_has_its_place() -> None:
    with pytest.raises(ingot.SchemaError) as raised:
        ingot.Schema('{"type": "enum", "name": "E", "symbols": ["a", "a"]}')
    assert str(raised.value) == 'line 1, column 48 ($.symbols[1]): the symbol "a" is there twice'
    assert raised.value.kind == "symbol-duplicate"
    assert isinstance(raised.value, ValueError)


def test_a_schema_for_values_that_have_none() -> None:
    values = [{"id": 1, "tags": ["new"]}, {"id": 2.5}]
    schema = ingot.infer(values, "Order")
    assert [schema.decode(schema.encode(value)) for value in values] == [
        {"id": 1.0, "tags": ["new"]},
        {"id": 2.5, "tags": None},
    ]


def test_messages_name_their_schema(tea: ingot.Schema) -> None:
    assert ingot.registry_message(tea.encode_registry(7, OOLONG)) == (7, tea.encode(OOLONG))
    assert ingot.single_object_message(tea.encode_single_object(OOLONG)) == (tea.fingerprint(), tea.encode(OOLONG))
    with pytest.raises(ingot.DecodeError) as raised:
        tea.decode_registry(8, tea.encode_registry(7, OOLONG))
    assert raised.value.kind == "schema-unknown"
    with pytest.raises(ingot.DecodeError) as raised:
        tea.decode_registry(7, tea.encode_registry(7, OOLONG)[:-1])
    assert raised.value.offset == len(tea.encode(OOLONG)) + 4


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_bytes_may_lie_in_any_buffer(kind: Any) -> None:
    number = ingot.Schema('"int"')
    assert number.decode_many(kind(b"\x02\x04")) == [1, 2]
    assert number.decode_many([kind(b"\x02"), kind(b"\x04")]) == [1, 2]
    assert ingot.registry_message(kind(number.encode_registry(7, 1))) == (7, b"\x02")
    fingerprint, datum = ingot.single_object_message(kind(number.encode_single_object(1)))
    assert (fingerprint, datum) == (number.fingerprint(), b"\x02")


@pytest.mark.parametrize(
    ("values", "schema"),
    [
        ([1.0, 2.0], "double"),
        ([1, 2.0], "double"),
        ([float("nan"), float("-inf")], "double"),
        ([2**70], "double"),
        ([2**1023], "double"),
        ([2**63 - 1, True], ["boolean", "long"]),
        ([(1, 2), [None]], {"type": "array", "items": ["null", "long"]}),
    ],
)
def test_a_schema_is_found_that_takes_the_values(values: list[Any], schema: Any) -> None:
    found = ingot.infer(values)
    assert json.loads(str(found)) == schema
    found.encode_many(values)


def test_one_value_is_not_several() -> None:
    for value in ({"a": 1}, "abc", b"abc"):
        with pytest.raises(TypeError, match=f"{type(value).__name__} is one value: infer takes several"):
            ingot.infer(value)


def test_what_is_no_schema_at_all_is_told() -> None:
    others: list[Any] = [b'"int"', Path("tea.avsc"), types.MappingProxyType({"type": "int"}), ingot.Schema('"int"')]
    for other in others:
        with pytest.raises(ingot.SchemaError) as raised:
            ingot.Schema(other)
        assert str(raised.value).startswith(f"{type(other).__name__}, not a schema: JSON as text")
        assert raised.value.kind == "type-invalid"


def test_no_schema_is_found_for_what_json_does_not_have() -> None:
    endless: list[Any] = []
    endless.append(endless)
    for value in (endless, "\ud800", {"\udfff": 1}, 10**400, [1, -(10**400)]):
        with pytest.raises(ingot.SchemaError):
            ingot.infer([value])
    for other in (b"", {1: 1}, {"a": {None: 1}}, object()):
        with pytest.raises(TypeError):
            ingot.infer([other])
