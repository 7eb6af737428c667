"""Records as objects of classes: dataclasses, named tuples, structs; schemas of classes."""

from __future__ import annotations

import copy
import datetime
import decimal
import enum
import gc
import io
import json
import pickle
import sys
import threading
import uuid
import weakref
from collections import namedtuple
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple, NewType, Optional

import pytest

import ingot


class Kind(enum.Enum):
    GREEN = 1
    BLACK = 2


class Colour(enum.StrEnum):
    RED = "red"
    DEEP_BLUE = "deep blue"


@dataclass
class Price:
    amount: float
    currency: str = "EUR"


@dataclass
class Tea:
    name: str
    grams: int | None = None
    kind: Kind = Kind.BLACK
    prices: list[Price] = field(default_factory=list)
    tags: frozenset[str] = frozenset()
    notes: dict[str, str] = field(default_factory=dict)
    best: Price | None = None
    shop: ClassVar[str] = "here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    first: int
    second: str = "x"


class Pair(NamedTuple):
    first: int
    second: str = "x"


Plain = namedtuple("Plain", ["first", "second"])

PAIR = ingot.Schema(
    {
        "type": "record",
        "name": "Pair",
        "fields": [{"name": "first", "type": "int"}, {"name": "second", "type": "string", "default": "z"}],
    }
)
OOLONG = Tea("oolong", 250, Kind.GREEN, [Price(1.5), Price(2.0, "USD")], frozenset({"new"}), {"a": "b"}, Price(0.5))


class Fault(Exception):
    """What the objects below raise."""


def test_a_dataclass_and_back() -> None:
    schema = ingot.Schema(Tea)
    data = schema.encode(OOLONG)
    assert schema.decode(data) == OOLONG
    assert schema.decode_many(schema.encode_many([OOLONG, Tea("sencha")])) == [OOLONG, Tea("sencha")]
    assert schema.decode_first(data + b"more") == (OOLONG, len(data))
    assert schema.decode_registry(7, schema.encode_registry(7, OOLONG)) == OOLONG
    assert schema.decode_single_object(schema.encode_single_object(OOLONG)) == OOLONG
    # The same bytes as those of a dict, in any way.
    plain = ingot.Schema(str(schema))
    assert plain.encode(plain.decode(data)) == data == plain.encode(OOLONG)
    assert isinstance(plain.decode(data), dict)


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


@dataclass
class Node:
    value: int
    next: Node | None = None


def test_a_class_that_holds_itself() -> None:
    schema = ingot.Schema(Node)
    chain = Node(1, Node(2, Node(3)))
    assert schema.decode(schema.encode(chain)) == chain
    with pytest.raises(ingot.EncodeError) as raised:
        schema.encode(Node(1, Node("x")))  # type: ignore[arg-type]
    assert str(raised.value) == "next.value: str, not a long"


MONTH = ingot.Duration(1)


@dataclass
class Order:
    name: str
    prices: dict[str, Price]
    pair: Pair | None
    kinds: tuple[Kind, ...]
    rest: list[float | str | None]


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


def test_all_that_a_field_may_be() -> None:
    schema = ingot.Schema(Everything)
    found = schema.decode(schema.encode(EVERYTHING))
    assert found == EVERYTHING
    assert type(found.pair) is Pair and type(found.pairs) is tuple and found.colour is Colour.DEEP_BLUE
    fields = {field["name"]: field for field in json.loads(str(schema))["fields"]}
    assert fields["small"]["type"] == "int" and fields["more"]["type"] == "Two"
    assert fields["colour"]["type"]["symbols"] == ["red", "DEEP_BLUE"]
    assert "default" not in fields["span_again"] and fields["pairs"]["default"] == [{"first": 1, "second": "x"}]


@pytest.mark.parametrize("kind", [Frozen, Pair])
def test_classes_of_other_kinds(kind: Any) -> None:
    schema = PAIR.into(kind)
    value = kind(first=7, second="y")
    assert PAIR.encode(value) == schema.encode(value) == b"\x0e\x02y"
    found = schema.decode(b"\x0e\x02y")
    assert found == value and type(found) is kind
    assert ingot.Schema(kind).decode(ingot.Schema(kind).encode(value)) == value


def test_tuples() -> None:
    assert PAIR.encode((7, "y")) == PAIR.encode(Plain(7, "y")) == b"\x0e\x02y"
    assert PAIR.into(Plain).decode(b"\x0e\x02y") == Plain(7, "y")
    with pytest.raises(ingot.EncodeError) as raised:
        PAIR.encode((7,))
    assert str(raised.value) == "the datum: a tuple of 1, Pair has 2 fields"
    with pytest.raises(ingot.EncodeError, match="second: int, not a string"):
        PAIR.encode((7, 7))


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


def test_fields_that_a_class_lacks_have_the_schema_s_defaults() -> None:
    @dataclass
    class First:
        first: int

    assert PAIR.encode(First(7)) == b"\x0e\x02z"

    @dataclass
    class Second:
        second: str

    with pytest.raises(ingot.EncodeError) as raised:
        PAIR.encode(Second("x"))
    assert str(raised.value) == "first: the field is missing, and has no default"

    @dataclass
    class More(First):
        third: int = 0

    with pytest.raises(ingot.EncodeError) as raised:
        PAIR.encode(More(7))
    assert str(raised.value) == 'the datum: Pair has no field "third"'


def test_what_attributes_raise_is_what_the_caller_sees() -> None:
    @dataclass
    class Raising:
        first: int

        @property
        def second(self) -> str:
            raise Fault

    @dataclass(slots=True)
    class Unset:
        first: int

    class Getting(Pair):
        def __getattribute__(self, name: str) -> Any:
            if name == "second":
                raise Fault
            return super().__getattribute__(name)

    for value in (Raising(7), Getting(7)):
        with pytest.raises(Fault):
            PAIR.encode(value)
        with pytest.raises(Fault):
            PAIR.encode_many([value])
        with pytest.raises(Fault):
            PAIR.validate(value)
    with pytest.raises(AttributeError):
        PAIR.encode(object.__new__(Unset))


def test_properties_and_derived_classes() -> None:
    @dataclass
    class Computed:
        first: int

        @cached_property
        def second(self) -> str:
            return f"of {self.first}"

    class Derived(Computed):
        @property
        def second(self) -> str:
            return "derived"

    assert PAIR.decode(PAIR.encode(Computed(7))) == {"first": 7, "second": "of 7"}
    assert PAIR.decode(PAIR.encode(Derived(7))) == {"first": 7, "second": "derived"}


def test_what_making_an_object_raises_is_what_the_caller_sees() -> None:
    @dataclass
    class Checked:
        first: int
        second: str = ""

        def __post_init__(self) -> None:
            if self.first < 0:
                raise Fault
            self.second += "!"

    schema = PAIR.into(Checked)
    assert schema.decode(b"\x0e\x02y").second == "y!"
    for call in (schema.decode, schema.decode_many, schema.decode_first):
        with pytest.raises(Fault):
            call(b"\x01\x02y")
    lists = ingot.Schema({"type": "array", "items": json.loads(str(PAIR))}).into(list[Checked])
    with pytest.raises(Fault):
        lists.decode(b"\x04\x0e\x02y\x01\x02y\x00")
    assert gc.isenabled()


def test_a_list_is_not_seen_before_it_is_whole() -> None:
    @dataclass
    class Looking:
        first: int
        second: str

        def __post_init__(self) -> None:
            for found in gc.get_objects():
                if type(found) is list and found and isinstance(found[0], Looking):
                    assert all(isinstance(one, Looking) for one in found)

    schema = ingot.Schema({"type": "array", "items": json.loads(str(PAIR))}).into(list[Looking])
    assert len(schema.decode(b"\x08" + b"\x0e\x02y" * 4 + b"\x00")) == 4


def test_fields_that_are_no_arguments() -> None:
    @dataclass(frozen=True)
    class Late:
        first: int
        second: str = field(default="z", init=False)

    found = PAIR.into(Late).decode(b"\x0e\x02y")
    assert (found.first, found.second) == (7, "y")


def test_unions_of_classes() -> None:
    @dataclass
    class A:
        first: int

    @dataclass
    class B:
        first: int

    record = {"type": "record", "fields": [{"name": "first", "type": "int"}]}
    schema = ingot.Schema(
        ["null", "string", {**record, "name": "A"}, {**record, "name": "B"}, {"type": "array", "items": "int"}]
    )
    bound = schema.into(A | B | list[int] | str | None)
    for value, branch in [(None, 0), ("x", 1), (A(1), 2), (B(1), 3), ([1], 4)]:
        data = schema.encode(value)
        assert data[0] == 2 * branch and bound.encode(value) == data
        assert bound.decode(data) == value and type(bound.decode(data)) is type(value)

    @dataclass
    class C:
        first: int

    # Its class is no branch's, but its fields are.
    assert schema.encode(C(1))[0] == 4
    renamed = ingot.Schema(["null", {**record, "name": "Other"}]).into(C | None)
    assert renamed.decode(renamed.encode(C(1))) == C(1)


def test_members_of_enums() -> None:
    schema = ingot.Schema({"type": "enum", "name": "Kind", "symbols": ["GREEN", "BLACK"]})
    assert schema.encode(Kind.BLACK) == schema.encode("BLACK") == b"\x02"
    assert schema.into(Kind).decode(b"\x02") is Kind.BLACK
    with pytest.raises(ingot.EncodeError, match="no symbol"):
        schema.encode(Colour.RED)
    with pytest.raises(ingot.EncodeError, match="int, not a symbol"):
        schema.encode(3)
    with pytest.raises(ingot.SchemaError, match="no member for the symbol GREEN"):
        schema.into(Colour)
    union = ingot.Schema(["string", json.loads(str(schema))])
    assert union.encode(Kind.BLACK) == b"\x02\x02"


def test_sets_are_arrays() -> None:
    schema = ingot.Schema(set[int])
    assert schema.decode(schema.encode({1, 2, 3})) == {1, 2, 3}
    assert ingot.Schema(frozenset[int]).decode(schema.encode(frozenset({1}))) == frozenset({1})


def test_files_of_objects(tmp_path: Path) -> None:
    teas = [Tea(f"tea {number}", number) for number in range(100)]
    path = tmp_path / "teas.avro"
    assert ingot.write(path, Tea, teas, block_bytes=100) == 100
    assert list(ingot.open(path, into=Tea)) == teas
    assert list(ingot.open(path, reader=ingot.Schema(Tea))) == teas
    assert [tea for block in ingot.open(path, into=Tea).blocks() for tea in block.records()] == teas
    assert next(ingot.open(path))["name"] == "tea 0"

    @dataclass
    class Less:
        name: str
        hot: bool = True

    Less.__name__ = "Tea"
    Less.__annotations__ = {"name": str, "hot": bool}
    assert list(ingot.open(path, reader=ingot.Schema(Less)))[1] == Less("tea 1")
    with pytest.raises(ValueError, match="its own fields"):
        ingot.open(path, into=Tea, fields=["name"])  # type: ignore[call-overload]


def test_reading_by_a_class() -> None:
    old = ingot.Schema({"type": "record", "name": "Price", "fields": [{"name": "amount", "type": "int"}]})
    new = ingot.Schema(Price)
    assert old.decode(old.encode({"amount": 3}), reader=new) == Price(3.0)
    assert new.decode(new.encode(Price(3.0)), fields=["amount"]) == {"amount": 3.0}


def test_classes_that_do_not_fit() -> None:
    @dataclass
    class Short:
        first: int

    @dataclass
    class Long:
        first: int
        second: str
        third: int

    with pytest.raises(ingot.SchemaError, match="Short has no field second"):
        PAIR.into(Short)
    with pytest.raises(ingot.SchemaError, match="Long needs third, which Pair does not have"):
        PAIR.into(Long)
    with pytest.raises(ingot.SchemaError, match="int is no class with fields"):
        PAIR.into(int)
    nested = ingot.Schema({"type": "record", "name": "N", "fields": [{"name": "one", "type": json.loads(str(PAIR))}]})

    @dataclass
    class N:
        one: Pair

    N.__annotations__ = {"one": Pair}
    assert nested.into(N).decode(b"\x0e\x02y") == N(Pair(7, "y"))
    two = ingot.Schema(
        {
            "type": "record",
            "name": "T",
            "fields": [{"name": "one", "type": json.loads(str(PAIR))}, {"name": "two", "type": "Pair"}],
        }
    )

    @dataclass
    class T:
        one: Pair
        two: Frozen

    T.__annotations__ = {"one": Pair, "two": Frozen}
    with pytest.raises(ingot.SchemaError, match="one type of the schema is Pair and Frozen"):
        two.into(T)


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


def test_values_at_random_are_objects() -> None:
    schema = ingot.Schema(Order)
    plain = ingot.Schema(str(schema))
    for seed in range(20):
        for value in schema.random(20, seed):
            assert type(value) is Order and all(type(price) is Price for price in value.prices.values())
            data = schema.encode(value)
            assert plain.encode(value) == plain.encode(plain.decode(data)) == data
            assert schema.encode(schema.decode(data)) == data


def test_a_class_that_reads_on_in_its_own_file() -> None:
    out = io.BytesIO()
    ingot.write(out, PAIR, [(1, "x")] * 3)

    @dataclass
    class Reading:
        first: int
        second: str

        def __post_init__(self) -> None:
            next(readers[-1])

    readers: list[Any] = [ingot.open(out.getvalue(), into=Reading)]
    with pytest.raises(RuntimeError, match="in use"):
        next(readers[0])


def test_threads_share_a_schema_with_classes() -> None:
    schema = ingot.Schema(Tea)
    expected = schema.encode(OOLONG)
    classes: list[Any] = [
        dataclass(type(f"C{n}", (), {"__annotations__": {"first": int, "second": str}})) for n in range(20)
    ]
    faults: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(50):
                assert schema.encode(OOLONG) == expected and schema.decode(expected) == OOLONG
                for kind in classes:
                    assert PAIR.encode(kind(7, "y")) == b"\x0e\x02y"
        except BaseException as fault:  # told below, by the main thread
            faults.append(fault)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not faults


def test_a_class_and_its_schema_are_let_go_of_together() -> None:
    def made() -> weakref.ref[type]:
        @dataclass
        class Gone:
            first: int
            second: str

        Gone.schema = PAIR.into(Gone)  # type: ignore[attr-defined]
        assert Gone.schema.decode(Gone.schema.encode(Gone(1, "x"))) == Gone(1, "x")  # type: ignore[attr-defined]
        return weakref.ref(Gone)

    gone = made()
    gc.collect()
    assert gone() is None


def test_no_object_of_a_class_is_left_behind() -> None:
    schema, everything = ingot.Schema(Tea), ingot.Schema(Everything)
    data, all_data = schema.encode(OOLONG), everything.encode(EVERYTHING)
    strict = PAIR.into(Pair)

    def work() -> None:
        for _ in range(5):
            assert schema.decode(schema.encode(OOLONG)) == OOLONG
            everything.decode(everything.encode(EVERYTHING))
            strict.decode(PAIR.encode((7, "y")))
        schema.decode_many(data * 3)
        for wrong in (Tea(3), Tea("x", "y"), Tea("x", kind=3), Price(1.0)):  # type: ignore[arg-type]
            with pytest.raises(ingot.EncodeError):
                schema.encode(wrong)
        for length in range(0, len(all_data), 3):
            with pytest.raises(ingot.DecodeError):
                everything.decode(all_data[:length])

    for _ in range(20):
        work()
    gc.collect()
    before = sys.getallocatedblocks()
    held = (None, Tea, Kind.GREEN, OOLONG, "name", "GREEN", Pair, ingot.Duration)
    counts = [sys.getrefcount(one) for one in held]
    for _ in range(200):
        work()
    gc.collect()
    # One object a call would be thousands; the interpreter itself keeps some for code that is run often.
    assert sys.getallocatedblocks() - before < 500
    assert all(abs(sys.getrefcount(one) - count) < 150 for one, count in zip(held, counts, strict=True))
