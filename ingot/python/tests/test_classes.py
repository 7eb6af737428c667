"""Records as objects of classes: dataclasses, named tuples, structs."""

from __future__ import annotations

import gc
import json
from collections import namedtuple
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest
from teas import OOLONG, PAIR, Colour, Kind, Pair, Price, Tea

import ingot


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    first: int
    second: str = "x"


Plain = namedtuple("Plain", ["first", "second"])


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
