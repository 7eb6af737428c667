"""The schemas of classes."""

from __future__ import annotations

import copy
import datetime
import decimal
import json
import pickle
import uuid
from dataclasses import dataclass
from typing import Annotated, Any, NewType, Optional

import pytest
from teas import OOLONG, Colour, Pair, Price, Tea

import ingot


@dataclass
class Node:
    value: int
    next: Node | None = None


MONTH = ingot.Duration(1)


Celsius = NewType("Celsius", float)
Fixed = ingot.Schema({"type": "fixed", "name": "Two", "size": 2})


@dataclass
class Everything:
    day: datetime.date
    time: datetime.time
    moment: datetime.datetime
    price: decimal.Decimal
    key: uuid.UUID
    span: ingot.Duration
    heat: Celsius
    small: Annotated[int, ingot.Schema('"int"')]
    two: Annotated[bytes, Fixed]
    more: Annotated[bytes, Fixed]
    cents: Annotated[
        decimal.Decimal, ingot.Schema({"type": "bytes", "logicalType": "decimal", "precision": 6, "scale": 2})
    ]
    pair: Pair
    colour: Colour
    pairs: tuple[Pair, ...] = (Pair(1),)
    nothing: None = None
    span_again: ingot.Duration = MONTH


EVERYTHING = Everything(
    datetime.date(2024, 2, 29),
    datetime.time(1, 2, 3, 4),
    datetime.datetime(2024, 2, 29, 12, 0, 0, 5, datetime.UTC),
    decimal.Decimal("1.50"),
    uuid.UUID(int=7),
    ingot.Duration(1, 2, 3),
    Celsius(36.6),
    7,
    b"ab",
    b"cd",
    decimal.Decimal("1.50"),
    Pair(1, "y"),
    Colour.DEEP_BLUE,
    (Pair(2), Pair(3)),
)


def test_the_schema_of_a_class() -> None:
    price = {
        "type": "record",
        "name": "Price",
        "fields": [{"name": "amount", "type": "double"}, {"name": "currency", "type": "string", "default": "EUR"}],
    }
    assert json.loads(str(ingot.Schema(Tea))) == {
        "type": "record",
        "name": "Tea",
        "fields": [
            {"name": "name", "type": "string"},
            {"name": "grams", "type": ["null", "long"], "default": None},
            {
                "name": "kind",
                "type": {"type": "enum", "name": "Kind", "symbols": ["GREEN", "BLACK"]},
                "default": "BLACK",
            },
            {"name": "prices", "type": {"type": "array", "items": price}, "default": []},
            {"name": "tags", "type": {"type": "array", "items": "string"}, "default": []},
            {"name": "notes", "type": {"type": "map", "values": "string"}, "default": {}},
            {"name": "best", "type": ["null", "Price"], "default": None},
        ],
    }


def test_a_class_that_holds_itself() -> None:
    schema = ingot.Schema(Node)
    chain = Node(1, Node(2, Node(3)))
    assert schema.decode(schema.encode(chain)) == chain
    with pytest.raises(ingot.EncodeError) as raised:
        schema.encode(Node(1, Node("x")))  # type: ignore[arg-type]
    assert str(raised.value) == "next.value: str, not a long"


def test_all_that_a_field_may_be() -> None:
    schema = ingot.Schema(Everything)
    found = schema.decode(schema.encode(EVERYTHING))
    assert found == EVERYTHING
    assert type(found.pair) is Pair and type(found.pairs) is tuple and found.colour is Colour.DEEP_BLUE
    fields = {field["name"]: field for field in json.loads(str(schema))["fields"]}
    assert fields["small"]["type"] == "int" and fields["more"]["type"] == "Two"
    assert fields["colour"]["type"]["symbols"] == ["red", "DEEP_BLUE"]
    assert "default" not in fields["span_again"] and fields["pairs"]["default"] == [{"first": 1, "second": "x"}]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (object, "object is no type that Avro has"),
        (dict[int, str], "the keys of maps are strings"),
        (list[Any], "Any is no type that Avro has"),
        (datetime.timedelta, "timedelta is no type that Avro has"),
        (list[complex], "complex is no type that Avro has"),
    ],
)
def test_types_without_a_schema(kind: Any, said: str) -> None:
    with pytest.raises(ingot.SchemaError, match=said) as raised:
        ingot.Schema(kind)
    assert raised.value.kind == "type-invalid"


def test_two_types_of_one_name() -> None:
    other: Any = dataclass(type("Price", (), {"__annotations__": {"x": int}}))

    @dataclass
    class Both:
        one: Price
        two: Any

    Both.__annotations__ = {"one": Price, "two": other}
    with pytest.raises(ingot.SchemaError, match="two types are called Price"):
        ingot.Schema(Both)


def test_types_that_are_no_classes() -> None:
    assert str(ingot.Schema(int)) == '"long"'
    assert ingot.Schema(dict[str, Price]).decode(ingot.Schema(dict[str, Price]).encode({"a": Price(1)})) == {
        "a": Price(1)
    }
    assert ingot.Schema(list[Price] | None).decode(b"\0\0") == []
    optional: ingot.Schema[Any] = ingot.Schema(Optional[Price])  # type: ignore[call-overload]  # noqa: UP045
    assert optional.decode(optional.encode(None)) is None and optional.decode(optional.encode(Price(1))) == Price(1)


def test_schemas_with_classes_are_values() -> None:
    schema = ingot.Schema(Tea)
    assert pickle.loads(pickle.dumps(schema)) == schema == copy.deepcopy(schema)
    assert schema != ingot.Schema(str(schema)) and schema == ingot.Schema(str(schema)).into(Tea)
    assert pickle.loads(pickle.dumps(schema)).decode(schema.encode(OOLONG)) == OOLONG
    assert schema.with_options(depth=50).decode(schema.encode(OOLONG)) == OOLONG
    assert ingot.Schema[Tea].__origin__ is ingot.Schema  # type: ignore[attr-defined]


def test_schemas_of_generic_types_are_values() -> None:
    pairs: list[tuple[Any, Any]] = [
        (list[int], list[int]),
        (dict[str, Tea], dict[str, Tea]),
        (list[Tea | None], list[Tea | None]),
        (int | None, int | None),
    ]
    for kind, same in pairs:
        one, other = ingot.Schema(kind), ingot.Schema(same)
        assert one == other == pickle.loads(pickle.dumps(one)) and hash(one) == hash(other)
    text = ingot.Schema(str(ingot.Schema(list[int])))
    assert ingot.Schema(list[int]) != text and text.into(list[int]) == ingot.Schema(list[int]) != text.into(set[int])


def test_what_a_class_raises_when_it_is_compared_is_what_the_caller_sees() -> None:
    broken = False

    class Odd(type):
        def __eq__(cls, other: object) -> bool:
            if broken:
                raise RuntimeError
            return cls is other

        __hash__ = type.__hash__

    made: list[Any] = [dataclass(Odd("Pair", (), {"__annotations__": {"a": int}})) for _ in range(2)]
    one, again, other = map(ingot.Schema, (made[0], *made))
    assert again == one != other
    broken = True
    assert again == one != 3
    with pytest.raises(RuntimeError):
        assert one == other


def test_structs_of_msgspec() -> None:
    msgspec = pytest.importorskip("msgspec")
    inner: Any = msgspec.defstruct("Inner", [("amount", float)], frozen=True)
    outer: Any = msgspec.defstruct(
        "Outer",
        [
            ("best_before", Optional[int], None),  # noqa: UP045
            ("name", str),
            ("prices", list[inner], msgspec.field(default_factory=list)),
        ],
        rename="camel",
        kw_only=True,
    )
    schema = ingot.Schema(outer)
    fields = json.loads(str(schema))["fields"]
    assert [field["name"] for field in fields] == ["bestBefore", "name", "prices"]
    assert [field.get("default", "none") for field in fields] == [None, "none", []]
    value = outer(name="x", prices=[inner(0.5)])
    assert schema.decode(schema.encode(value)) == value
    assert isinstance(schema.decode(schema.encode(value)).prices[0], inner)
    without = ingot.Schema({"type": "record", "name": "Outer", "fields": [{"name": "name", "type": "string"}]})
    assert without.into(outer).decode(b"\x02x") == outer(name="x")
    with pytest.raises(ingot.EncodeError) as raised:
        schema.encode(outer(name=3))
    assert raised.value.path == "name"
