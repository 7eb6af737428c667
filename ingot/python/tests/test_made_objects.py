"""Objects that are made in place are those that Python would make: texts, integers, dicts."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ingot

TEXT, LONG, BYTES = ingot.Schema('"string"'), ingot.Schema('"long"'), ingot.Schema('"bytes"')
#: The least and the highest characters of each length in UTF-8, of each width in strings, and beside surrogates.
EDGES = "\0\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"


def framed(content: bytes) -> bytes:
    return LONG.encode(len(content)) + content


def agrees(content: bytes) -> None:
    """Bytes are the text that Python reads in them, or wrong at the same byte."""
    data = framed(content)
    try:
        expected = content.decode()
    except UnicodeDecodeError as error:
        with pytest.raises(ingot.DecodeError) as raised:
            TEXT.decode(data)
        assert (raised.value.kind, raised.value.offset) == ("utf8-invalid", len(data) - len(content) + error.start)
    else:
        found = TEXT.decode(data)
        # The same text in a string of another width is neither equal nor as large.
        assert found == expected and hash(found) == hash(expected)
        assert sys.getsizeof(found) == sys.getsizeof("".join(list(expected)))
        assert TEXT.encode(found) == data


@pytest.mark.parametrize("edge", EDGES)
def test_a_character_at_every_place(edge: str) -> None:
    for length in range(40):
        for place in range(length + 1):
            agrees(("a" * place + edge + "b" * (length - place)).encode())
            agrees(("é" * place + edge + "b" * (length - place)).encode())


@given(st.text(st.one_of(st.sampled_from(EDGES), st.characters(codec="utf-8"))))
def test_texts(text: str) -> None:
    agrees(text.encode())


@given(st.lists(st.sampled_from([*EDGES, "a", "bcdefgh"])), st.integers(0), st.integers(0, 255))
def test_texts_with_a_wrong_byte(parts: list[str], place: int, byte: int) -> None:
    content = bytearray("".join(parts).encode())
    if content:
        content[place % len(content)] = byte
    agrees(bytes(content))
    agrees(bytes(content[: place % (len(content) + 1)]))


def test_every_start_of_a_character_in_three_bytes() -> None:
    for first in range(0x80, 0x100):
        for second in (0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF):
            for rest in (b"", b"\x80", b"\xbf\x80", b"\xbf\xc0", b"\x7f\x80"):
                agrees(b"a" + bytes([first, second]) + rest + b"z" * 9)


def test_bytes_of_every_length() -> None:
    for length in [*range(80), 255, 4095, 4096, 70_000]:
        content = bytes(number % 251 for number in range(length))
        data = BYTES.encode(content)
        assert BYTES.decode(data) == content and type(data) is bytes
        for made, expected in ((data, framed(content)), (BYTES.decode(data), content)):
            assert made == expected and hash(made) == hash(expected) and {made: 1}[expected] == 1
            assert sys.getsizeof(made) == sys.getsizeof(bytes(bytearray(expected)))
            assert made + made == expected + expected and made[1:] == expected[1:]
    # There is one object without bytes, and one of each byte.
    for single in (b"", b"a"):
        assert BYTES.decode(framed(single)) is BYTES.decode(framed(single))


def test_integers_near_every_power() -> None:
    for bits in range(64):
        for number in {(1 << bits) - 1, 1 << bits, -(1 << bits), 1 - (1 << bits)}:
            if -(1 << 63) <= number < 1 << 63:
                found = LONG.decode(LONG.encode(number))
                assert found == number and type(found) is int and hash(found) == hash(number)
                assert found + 1 == number + 1 and -found == -number and found * found == number * number
                assert str(found) == str(number)
    assert all(LONG.decode(LONG.encode(number)) is eval(str(number)) for number in range(-5, 257))


@pytest.mark.parametrize("count", [0, 1, 5, 6, 11, 200])
def test_nothing_stays_of_what_is_given_up(count: int) -> None:
    fields = [{"name": f"f{place}", "type": "string"} for place in range(count)]
    schema = ingot.Schema({"type": "record", "name": "R", "fields": fields})
    data = schema.encode({field["name"]: f"{field['name']}é" for field in fields})

    def work() -> None:
        for _ in range(1000):
            schema.decode(data)
            if data:
                with contextlib.suppress(ingot.DecodeError):
                    schema.decode(data[:-1])

    work()
    gc.collect()
    before = sys.getallocatedblocks()
    work()
    gc.collect()
    assert sys.getallocatedblocks() - before < 100


@pytest.mark.parametrize("count", [1, 2, 5, 6, 10, 11, 30, 200])
def test_dicts_are_like_any_other(count: int) -> None:
    names = [f"field{place}" for place in range(count)]
    schema = ingot.Schema(
        {"type": "record", "name": "R", "fields": [{"name": name, "type": ["null", "string"]} for name in names]}
    )
    plain = {name: f"value {place}" for place, name in enumerate(names)}
    data = schema.encode(plain)
    first, second = schema.decode(data), schema.decode(data)
    assert first == plain == second and list(first) == names
    first["more"] = first
    del first[names[0]]
    first.update(dict.fromkeys(names[1:]), other=1)
    assert second == plain == schema.decode(data) and len(first) == count + 1
    assert second.popitem() == (names[-1], plain[names[-1]]) and second.pop(names[0], None) != 0
    second.clear()
    assert not second and schema.decode(data).copy() == plain
    # One that is left off within: nothing of it stays.
    with pytest.raises(ingot.DecodeError):
        schema.decode(data[:-1])
    assert schema.decode(data) == plain


DEBUGGED = """
import gc, ingot
schema = ingot.Schema({"type": "record", "name": "R", "fields": [
    {"name": "a", "type": "long"},
    {"name": "b", "type": "string"},
    {"name": "c", "type": {"type": "array", "items": "string"}},
]})
values = [{"a": 1 << n % 62, "b": "é€"[n % 2 :] * (n % 9), "c": ["x" * n, "ab"]} for n in range(200)]
for value in values:
    data = schema.encode(value)
    assert schema.decode(data) == value
    for end in range(len(data)):
        try:
            schema.decode(data[:end])
        except ingot.DecodeError:
            pass
found = schema.decode_many(schema.encode_many(values))
for value in found:
    value["more"] = value
    value.pop("a")
del found, value
gc.collect()
"""


@pytest.mark.parametrize("setting", [{}, {"INGOT_PUBLIC_ONLY": "1"}])
def test_memory_is_given_back_where_it_came_from(setting: dict[str, Any]) -> None:
    """The interpreter's own check of that ends the process where it is not so."""
    environment = {**os.environ, "PYTHONMALLOC": "debug", "PYTHONPATH": os.pathsep.join(sys.path), **setting}
    subprocess.run([sys.executable, "-c", DEBUGGED], env=environment, check=True, timeout=300)
