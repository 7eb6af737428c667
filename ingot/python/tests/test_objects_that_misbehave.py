"""Objects whose own code runs, fails or changes things while they are encoded; values at the edges of their types."""

from __future__ import annotations

import enum
import json
import math
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from builds import WITHOUT_LOCK, changes

import ingot

PAIR = ingot.Schema(
    {
        "type": "record",
        "name": "Pair",
        "fields": [{"name": "first", "type": "int"}, {"name": "second", "type": "string"}],
    }
)
NUMBERS = ingot.Schema({"type": "array", "items": "long"})
MAP = ingot.Schema({"type": "map", "values": "long"})
TEXT, INT, LONG, FLOAT, DOUBLE, BYTES = map(
    ingot.Schema, ['"string"', '"int"', '"long"', '"float"', '"double"', '"bytes"']
)
UNION = ingot.Schema(["null", "int", "string", "double"])


class Fault(Exception):
    """What the objects below raise."""


class Calling:
    """An integer that calls a function as soon as it is asked."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call

    def __index__(self) -> int:
        self.call()
        return 7


def fail(*_: object) -> Any:
    raise Fault


class Dict(dict[str, Any]):
    __getitem__ = __iter__ = keys = items = get = __len__ = __contains__ = fail


class Mapping:
    __getitem__ = __iter__ = keys = __len__ = fail


class Text(str):
    __eq__ = __ne__ = __str__ = __len__ = __getitem__ = encode = fail  # type: ignore[assignment]
    __hash__ = str.__hash__


class Name(str):
    """A derived string that does as all do."""


class Same(str):
    """A key that is found where "first" would be, and fails when it is compared."""

    __eq__ = fail

    def __hash__(self) -> int:
        return hash("first")


class Whole(int):
    __index__ = __int__ = __eq__ = fail
    __hash__ = int.__hash__


class Real(float):
    __float__ = __eq__ = fail
    __hash__ = float.__hash__


class Bytes(bytes):
    __len__ = __getitem__ = __bytes__ = fail


class Number(enum.IntEnum):
    SEVEN = 7


def test_what_an_object_raises_is_what_the_caller_sees() -> None:
    for schema, value in [
        (INT, Calling(fail)),
        (LONG, Calling(fail)),
        (NUMBERS, [1, Calling(fail)]),
        (MAP, {"a": Calling(fail)}),
        (PAIR, {"first": Calling(fail), "second": ""}),
        (PAIR, {"second": "", "first": Calling(fail)}),
        (PAIR, {"second": "", Same("first"): 1}),
        (UNION, Calling(fail)),
    ]:
        with pytest.raises(Fault):
            schema.encode(value)
        with pytest.raises(Fault):
            schema.encode_many([value])
        with pytest.raises(Fault):
            schema.validate(value)


def test_what_an_iterator_raises_is_what_the_caller_sees() -> None:
    def values() -> Any:
        yield 1
        raise Fault

    with pytest.raises(Fault):
        INT.encode_many(values())
    with pytest.raises(Fault):
        INT.decode_many(b"\x02" for _ in values())
    with pytest.raises(TypeError):
        INT.encode_many(3)  # type: ignore[arg-type]


def test_derived_objects_are_read_without_their_own_methods() -> None:
    assert PAIR.encode(Dict(first=7, second="x")) == b"\x0e\x02x"
    assert PAIR.encode({"first": 7, "second": Text("x")}) == b"\x0e\x02x"
    assert PAIR.encode({Name("first"): 7, Name("second"): Name("x")}) == b"\x0e\x02x"
    assert BYTES.encode(Bytes(b"ab")) == b"\x04ab"
    assert DOUBLE.encode(Real(0.5)) == DOUBLE.encode(0.5)
    for seven in (7, Whole(7), Number.SEVEN):
        assert INT.encode(seven) == LONG.encode(seven) == b"\x0e"
    with pytest.raises(ingot.EncodeError, match="Mapping, not Pair"):
        PAIR.encode(Mapping())


def test_dicts_of_other_orders_and_kinds() -> None:
    moved = OrderedDict(first=7, second="x")
    moved.move_to_end("first")
    default: defaultdict[str, Any] = defaultdict(fail, second="x", first=7)
    shrunk: dict[Any, Any] = {"third": 0, "first": 7, "fourth": 0, "second": "x"}
    del shrunk["third"], shrunk["fourth"]
    mixed: dict[Any, Any] = {1: 2, "first": 7, "second": "x"}
    del mixed[1]

    class Attributes:
        def __init__(self) -> None:
            self.first, self.second = 7, "x"

    for value in (moved, default, shrunk, mixed, vars(Attributes())):
        assert PAIR.encode(value) == b"\x0e\x02x"
    with pytest.raises(ingot.EncodeError, match="missing"):
        PAIR.encode(defaultdict(int, first=7))


@pytest.mark.parametrize("change", ["clear", "grow", "replace", "remove"])
def test_a_dict_that_changes_while_it_is_encoded(change: str) -> None:
    value: dict[str, Any] = {}

    def act() -> None:
        if change == "clear":
            value.clear()
        elif change == "grow":
            value.update((f"more{n}", n) for n in range(1000))
        elif change == "replace":
            value["second"] = "y"
        else:
            del value["second"]

    def fresh() -> dict[str, Any]:
        value.clear()
        value.update(first=Calling(act), second="".join(["x", "x"]))
        return value

    def encode_fresh(encode: Callable[[Any], bytes]) -> bytes:
        return encode(fresh())

    for encode in (PAIR.encode, lambda one: PAIR.encode_many([one])):
        if change == "replace" and not WITHOUT_LOCK:
            assert encode(fresh()) == b"\x0e\x02y"
        else:
            changes(partial(encode_fresh, encode), b"\x0e\x04xx", "changed|missing|no field")


@pytest.mark.parametrize("size", [2, 5, 1000])
def test_a_map_that_changes_while_it_is_encoded(size: int) -> None:
    value: dict[str, Any] = {f"key{n}": n for n in range(size)}
    expected = MAP.encode({**value, "key0": 7})
    value["key0"] = Calling(value.clear)
    changes(lambda: MAP.encode(value), expected)


def test_a_map_that_grows_as_long_as_it_is_read() -> None:
    value: dict[str, Any] = {}
    added = 0

    def grow() -> None:
        nonlocal added
        added += 1
        assert added < 1000, "it is read without end"
        value[f"key{added}"] = Calling(grow)

    value["key"] = Calling(grow)
    changes(lambda: MAP.encode(value), MAP.encode({"key": 7}))


def test_bytes_that_cannot_tell_their_length() -> None:
    schema = ingot.Schema(["null", {"type": "fixed", "name": "Two", "size": 2}, "bytes"])
    assert schema.encode(Bytes(b"ab")) == b"\x02ab"
    assert schema.encode(Bytes(b"abc")) == b"\x04\x06abc"


def test_a_list_that_loses_what_is_encoded() -> None:
    values: list[Any] = []
    values += [Calling(values.clear), *range(1000)]
    changes(lambda: NUMBERS.encode(values), NUMBERS.encode([7, *range(1000)]))
    many: list[Any] = []
    many += [Calling(many.clear), *range(1000)]
    assert LONG.encode_many(many) == b"\x0e"


def test_a_long_list_of_whatever_there_is() -> None:
    # The memory is asked for dicts ahead where a list is long: what is no dict, or goes meanwhile, is passed over.
    class Attributes:
        def __init__(self, number: int) -> None:
            self.first, self.second = number, "x"

    mixed = [
        {"first": 1, "second": "x"},
        {"second": "x", "first": 2},
        OrderedDict(first=3, second="x"),
        (4, "x"),
        vars(Attributes(5)),
        defaultdict(int, first=6, second="x"),
    ]
    values: list[Any] = [mixed[number % len(mixed)] for number in range(20_000)]
    expected = b"".join(map(PAIR.encode, values))
    assert PAIR.encode_many(values) == expected
    for place in (0, 9_000, 19_990):
        changing: list[Any] = list(values)
        changing[place] = {"first": Calling(changing.clear), "second": "x"}
        assert PAIR.encode_many(changing) == b"".join(map(PAIR.encode, values[:place])) + b"\x0e\x02x"
    with pytest.raises(ingot.EncodeError, match="19999"):
        PAIR.encode_many([*values[:-1], None])


def test_an_encoding_within_an_encoding() -> None:
    inner: list[bytes] = []
    values = [1, Calling(lambda: inner.append(NUMBERS.encode(range_list))), 3]
    range_list = list(range(300))
    assert NUMBERS.encode(values) == b"\x06\x02\x0e\x06\x00"
    assert NUMBERS.decode(inner[0]) == range_list


def test_halves_of_surrogate_pairs() -> None:
    for text in ("\ud800", "a\udfff", "é\ud800", "😀\udc00"):
        with pytest.raises(ingot.EncodeError, match="surrogate"):
            TEXT.encode(text)
        with pytest.raises(ingot.EncodeError, match="surrogate"):
            MAP.encode({text: 1})
    with pytest.raises(ingot.DecodeError):
        TEXT.decode(b"\x06\xed\xa0\x80")


@pytest.mark.parametrize(
    "text",
    ["", "a", "é", "ÿ", "€", "😀", "\0", "ab", "aé", "éa", "a€", "€é", "😀é€a", "\u07ff\u0800", "\uffff", "\U0010ffff"],
)
def test_texts_of_every_width(text: str) -> None:
    for length in (1, 2, 7, 8, 31, 33, 200):
        whole = text * length
        fresh = "".join([whole, "x"])[:-1]
        data = TEXT.encode(fresh)
        assert data == LONG.encode(len(whole.encode())) + whole.encode()
        # The second time the interpreter may have its UTF-8 ready.
        assert TEXT.encode(fresh) == data
        found = TEXT.decode(data)
        assert found == whole and hash(found) == hash(whole) and found.isascii() == whole.isascii()
        assert {whole: 1}[found] == 1


def schema_json(schema: ingot.Schema) -> Any:
    return json.loads(str(schema))


@pytest.mark.parametrize("schema", [FLOAT, DOUBLE])
def test_reals_that_are_no_numbers(schema: ingot.Schema) -> None:
    assert math.isnan(schema.decode(schema.encode(math.nan)))
    for value in (math.inf, -math.inf):
        assert schema.decode(schema.encode(value)) == value
    assert math.copysign(1, schema.decode(schema.encode(-0.0))) == -1
    with pytest.raises(ingot.EncodeError, match="integer beyond") as raised:
        ingot.Schema({"type": "array", "items": schema_json(schema)}).encode([0, 10**400])
    assert raised.value.path == "[1]"


def test_a_real_beyond_a_float() -> None:
    with pytest.raises(ingot.EncodeError, match="beyond a float"):
        FLOAT.encode(1e39)


def test_integers_of_every_width() -> None:
    for bits in range(63):
        for value in {sign * ((1 << bits) + near) for sign in (1, -1) for near in (-1, 0, 1)}:
            assert LONG.decode(LONG.encode(value)) == value
            if -(2**31) <= value < 2**31:
                assert INT.encode(value) == LONG.encode(value)
            else:
                with pytest.raises(ingot.EncodeError, match="beyond an int"):
                    INT.encode(value)
    for value in (2**63 - 1, -(2**63)):
        assert LONG.decode(LONG.encode(value)) == value
    for value in (2**63, -(2**63) - 1, 2**64, 10**400, -(10**400)):
        for schema in (INT, LONG, UNION):
            if schema is not UNION or abs(value) == 10**400:
                with pytest.raises((ingot.EncodeError, OverflowError)):
                    schema.encode(value)


def test_branches_by_exact_and_derived_types() -> None:
    for value, data in [
        (None, b"\0"),
        (7, b"\x02\x0e"),
        (Number.SEVEN, b"\x02\x0e"),
        ("x", b"\x04\x02x"),
        (Text("x"), b"\x04\x02x"),
    ]:
        assert UNION.encode(value) == data
    assert UNION.encode(2**40)[0] == UNION.encode(0.5)[0] == UNION.encode(Real(0.5))[0] == 6
    for refused in (True, b"", [], {}, object()):
        with pytest.raises(ingot.EncodeError):
            UNION.encode(refused)


def test_what_a_key_raises_while_a_branch_is_looked_for() -> None:
    record = {"type": "record", "name": "R", "fields": [{"name": "first", "type": "int"}]}
    union = ingot.Schema(["null", record, {"type": "map", "values": "int"}])
    assert union.encode({"zzz": 1})[0] == 4
    with pytest.raises(Fault):
        union.encode({Same("zzz"): 1})


def test_calls_of_other_forms() -> None:
    data = PAIR.encode({"first": 7, "second": "x"})
    assert PAIR.decode(data, reader=PAIR) == PAIR.decode(bytearray(data)) == {"first": 7, "second": "x"}
    assert PAIR.decode(data, fields=["first"]) == {"first": 7}
    assert PAIR.decode_many((data, data)) == PAIR.decode_many(memoryview(data)[:0].tobytes() + data + data)
    for call in (
        PAIR.decode,
        PAIR.encode,
        lambda: PAIR.decode(data, data),  # type: ignore[call-overload]
        lambda: PAIR.decode(data, other=1),  # type: ignore[call-overload]
        lambda: PAIR.decode(data=data),  # type: ignore[call-overload]
        lambda: PAIR.decode("text"),  # type: ignore[call-overload]
        lambda: ingot.Schema.encode(1, 2),  # type: ignore[arg-type]
        lambda: ingot.Schema.decode(1, data),  # type: ignore[call-overload]
    ):
        with pytest.raises(TypeError):
            call()  # type: ignore[call-arg, call-overload]
    assert ingot.Schema.encode.__doc__ and ingot.Schema.decode.__name__ == "decode"
