"""Documents of every kind: what is written is what `json` reads, and what is read is what `json` reads."""

from __future__ import annotations

import array
import collections
import enum
import json
import math
import random
import sys
import types
from typing import Any

import pytest
from builds import WITHOUT_LOCK
from hypothesis import given
from hypothesis import strategies as st

import ingot

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES = st.recursive(PLAIN, lambda part: st.lists(part, max_size=5) | st.dictionaries(TEXT, part, max_size=5))
DOCUMENTS = st.dictionaries(
    TEXT.filter(lambda name: name != "id" and not name.startswith("$ingot")), VALUES, max_size=8
)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> ingot.Collection:
    return ingot.Store(tmp_path_factory.mktemp("store"))["own"]


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types all through."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float):
        return math.copysign(1, one) == math.copysign(1, other) and one == other
    return bool(one == other)


@given(documents=st.lists(DOCUMENTS, min_size=1, max_size=4))
def test_what_is_put_is_read(own: ingot.Collection, documents: list[dict[str, Any]]) -> None:
    own.put_many((f"k{number}", document) for number, document in enumerate(documents))
    for number, document in enumerate(documents):
        expected = {"id": f"k{number}", **document}
        text = own.raw[f"k{number}"]
        assert same(json.loads(text), expected) and same(own[f"k{number}"], expected)
        assert same(own.rows[number - len(documents)], expected)


@given(document=DOCUMENTS, ascii_only=st.booleans(), indent=st.sampled_from([None, 1]))
def test_what_json_writes_is_read(
    own: ingot.Collection, document: dict[str, Any], ascii_only: bool, indent: int | None
) -> None:
    own["x"] = json.dumps(document, ensure_ascii=ascii_only, indent=indent).encode()
    assert same(own["x"], {"id": "x", **document})
    names = list(document)[::2]
    assert same(list(own.scan('id == "x"', fields=names)), [{name: document[name] for name in names}])


def test_documents_whose_fields_change(own: ingot.Collection) -> None:
    """Objects at one place with other keys, in other orders, nested: what was seen before does not matter."""
    rng = random.Random(5)

    def value(depth: int) -> Any:
        kind = rng.randrange(6 if depth else 3)
        if kind < 2:
            return rng.choice([None, True, 7, "text", 0.5])
        if kind == 2:
            return "long " * rng.randrange(20)
        if kind == 3:
            return [value(depth - 1) for _ in range(rng.randrange(4))]
        names = rng.sample(["a", "b", "c", "d", "ä", 'q"'], rng.randrange(6))
        return {name: value(depth - 1) for name in names}

    documents = {f"k{number}": {"v": value(4), "w": value(2)} for number in range(3000)}
    own.put_many(documents)
    for _ in range(2):
        for key, document in documents.items():
            assert same(own[key], {"id": key, **document})
    assert list(own.get_many(documents)) == [{"id": key, **document} for key, document in documents.items()]


def test_what_is_escaped_at_every_place(own: ingot.Collection) -> None:
    """Strings are looked at eight bytes at a time."""
    special = ['"', "\\", "\n", "\x00", "\x1f", "\x7f", "\u0080", "é", "€", "😀"]
    texts = ["a" * length + one + "b" * more for length in range(18) for one in special for more in (0, 1, 7, 9)]
    for ascii_only in (True, False):
        own["x"] = json.dumps({"texts": texts, "keys": dict.fromkeys(texts, 1)}, ensure_ascii=ascii_only).encode()
        assert own["x"] == {"id": "x", "texts": texts, "keys": dict.fromkeys(texts, 1)}
        own["y"] = {"texts": texts, "keys": dict.fromkeys(texts, 1)}
        assert json.loads(own.raw["y"]) == {**own["x"], "id": "y"} == own["y"]


def test_a_key_that_comes_twice(own: ingot.Collection) -> None:
    for _ in range(3):
        own["x"] = b'{"id":"x","a":1,"b":{"c":1,"c":2,"d":3},"a":2}'
        assert own["x"] == {"id": "x", "a": 2, "b": {"c": 2, "d": 3}}
        own["x"] = b'{"id":"x","a":1,"b":{"c":1,"d":3}}'
        assert own["x"] == {"id": "x", "a": 1, "b": {"c": 1, "d": 3}}
        own["x"] = b'{"id":"x","a":1,"b":{"c":1,"d":3,"d":4}}'
        assert own["x"]["b"] == {"c": 1, "d": 4}


def test_what_is_read_is_the_callers_own(own: ingot.Collection) -> None:
    own["x"] = {"list": [1, {"a": 2}], "text": "t"}
    first, second = own["x"], own["x"]
    first["list"][1]["a"] = 3
    first["new"] = first
    del first["text"]
    assert second == own["x"] == {"id": "x", "list": [1, {"a": 2}], "text": "t"}


def test_numbers(own: ingot.Collection) -> None:
    rng = random.Random(3)
    floats = [
        0.0,
        -0.0,
        5e-324,
        2.2250738585072014e-308,
        1.7976931348623157e308,
        1e16,
        1e22,
        1e-7,
        0.1,
        1 / 3,
        123456789.125,
    ]
    floats += [math.ldexp(rng.random(), rng.randrange(-1074, 1024)) for _ in range(2000)]
    ints = [
        sign * ((1 << bits) + near)
        for bits in [*range(66), *range(70, 300, 7)]
        for near in (-1, 0, 1)
        for sign in (-1, 1)
    ]
    ints += [sign * 10**power for power in range(40) for sign in (-1, 1)]
    own["x"] = {"floats": floats, "ints": ints}
    assert same(own["x"], {"id": "x", "floats": floats, "ints": ints})
    assert same(json.loads(own.raw["x"]), own["x"])
    # As short as Python writes them.
    assert [len(part) for part in own.raw["x"].partition(b"[")[2].partition(b"]")[0].decode().split(",")] <= [
        len(repr(one)) + 1 for one in floats
    ]


@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="no limit here")
def test_integers_of_more_digits_than_python_makes(own: ingot.Collection) -> None:
    limit = sys.get_int_max_str_digits()
    assert limit
    own["x"] = {"n": 10 ** (limit - 1)}
    assert own["x"]["n"] == 10 ** (limit - 1)
    with pytest.raises(ValueError, match="digits"):
        own["y"] = {"n": 10**limit}
    own["z"] = b'{"n":1' + b"0" * limit + b"}"
    with pytest.raises(ValueError, match="digits"):
        own["z"]
    sys.set_int_max_str_digits(0)
    try:
        assert own["z"]["n"] == 10**limit
    finally:
        sys.set_int_max_str_digits(limit)


class Word(str):
    pass


class Colour(enum.IntEnum):
    RED = 1


class Kind(enum.StrEnum):
    TEA = "tea"


def test_objects_that_are_values(own: ingot.Collection) -> None:
    ordered = collections.OrderedDict(a=1, b=2)
    ordered.move_to_end("a")
    own["x"] = {
        Word("w"): Word("x"),
        "colour": Colour.RED,
        "kind": Kind.TEA,
        "tuple": (1, (2,)),
        "ordered": ordered,
        "counts": collections.Counter("aab"),
        "big": type("Big", (int,), {})(1 << 70),
    }
    assert own.raw["x"] == (
        b'{"id":"x","w":"x","colour":1,"kind":"tea","tuple":[1,[2]],"ordered":{"b":2,"a":1},'
        b'"counts":{"a":2,"b":1},"big":1180591620717411303424}'
    )


def test_mappings_that_are_no_dicts_and_bytes_of_any_buffer(own: ingot.Collection) -> None:
    frozen = types.MappingProxyType({"grams": 250})
    for document in (frozen, collections.UserDict(frozen), collections.ChainMap({}, dict(frozen))):
        own["x"] = document
        assert own["x"] == {"id": "x", "grams": 250}
    own.put_many({"x": {"within": [frozen, collections.UserDict()]}})
    assert own["x"] == {"id": "x", "within": [{"grams": 250}, {}]}
    for text in (array.array("B", b'{"a":1}'), memoryview(b'{"a":1}'), bytearray(b'{"a":1}')):
        own["x"] = text
        assert own["x"] == {"id": "x", "a": 1}
    with pytest.raises(ingot.EncodeError) as wrong:
        own["x"] = collections.UserDict({1: 2})  # type: ignore[dict-item]
    assert str(wrong.value) == "the datum: int, not a string, as keys are"

    class Broken(collections.UserDict):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        own["x"] = {"a": Broken()}


@pytest.mark.parametrize(
    ("document", "path", "told"),
    [
        ({"a": [1, {"b": float("nan")}]}, "a[1].b", "NaN: JSON has finite numbers only"),
        ({"a": -math.inf}, "a", "-inf: JSON has finite numbers only"),
        ({"a": {"b": "x\udc80"}}, "a.b", "a string with half of a surrogate pair"),
        ({"a": {"\ud800": 1}}, "a", "a string with half of a surrogate pair"),
        ({"a": (0, b"x")}, "a[1]", "bytes, not a value of JSON"),
        ({"a": object()}, "a", "object, not a value of JSON"),
        ({"a": {1: 2}}, "a", "int, not a string, as keys are"),
        ({"a": 1j}, "a", "complex, not a value of JSON"),
    ],
)
def test_what_json_cannot_hold(own: ingot.Collection, document: Any, path: str, told: str) -> None:
    before = len(own)
    with pytest.raises(ingot.EncodeError) as wrong:
        own["wrong"] = document
    assert (wrong.value.path, str(wrong.value)) == (path, f"{path}: {told}")
    assert len(own) == before and "wrong" not in own


def test_what_is_nested_too_deep(own: ingot.Collection) -> None:
    deep: Any = {}
    for _ in range(126):
        deep = {"a": deep}
    own["deep"] = deep
    assert own["deep"] == {"id": "deep", **deep}
    for more in ({"a": deep}, {"a": [deep]}):
        with pytest.raises(ingot.EncodeError, match="nested more than 127 deep"):
            own["deeper"] = more
    circle: dict[str, Any] = {}
    circle["a"] = [circle]
    with pytest.raises(ingot.EncodeError, match="nested"):
        own["deeper"] = circle


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'"x"',
        b"{",
        b'{"a":1}x',
        b'{"a":01}',
        b'{"a":\xff}',
        b'{"$ingot.x":1}',
        b'{"a":NaN}',
        b'{"a":"\\ud800"}',
    ],
)
def test_bytes_that_are_no_document(own: ingot.Collection, text: bytes) -> None:
    with pytest.raises(ingot.StoreError) as wrong:
        own["wrong"] = text
    assert wrong.value.kind == "document-invalid" and "\n" not in str(wrong.value) and "wrong" not in own


def test_an_object_that_changes_what_it_is_in(own: ingot.Collection) -> None:
    """A dict of a class of its own runs code while it is written."""
    outer: dict[str, Any] = {}

    class Sly(dict):  # type: ignore[type-arg]
        def items(self) -> Any:
            outer.clear()
            rows.clear()
            outer["after"] = 1
            return [("a", 1)]

    rows: list[Any] = [Sly(), "x"]
    outer.update(first=0, rows=rows, last=2)
    own["sly"] = outer
    assert own["sly"]["rows"] == ([{"a": 1}, "x"] if WITHOUT_LOCK else [{"a": 1}])

    class Wrong(dict):  # type: ignore[type-arg]
        def items(self) -> Any:
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        own["wrong"] = {"a": Wrong()}
    assert "wrong" not in own
