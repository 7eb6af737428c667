"""Bytes that are wrong, or that ask for more time or memory than they are worth: each has to end in a typed error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.avro.make import wire
from conformance.avro.make.data import EMPTY, MD5, NODE, SUIT
from conformance.avro.make.row import ACCEPT, REFUSE, Row

PRIMITIVES = "Binary encoding, Primitive Types"
COMPLEX = "Binary encoding, Complex Types"

LONGS = {"type": "array", "items": "long"}
NULLS = {"type": "array", "items": "null"}
WORDS = {"type": "map", "values": "string"}
PAIR = {"type": "record", "name": "Pair", "fields": [{"name": "a", "type": "string"}, {"name": "b", "type": "long"}]}
HUGE = {"2^20": 2**20, "2^31": 2**31, "2^32": 2**32, "2^40": 2**40, "2^62": 2**62, "max": wire.MAX_LONG}
DEEP = (101, 1_000, 100_000)  # the limit is 100

NO_UTF8 = {
    "continuation": b"\x80",
    "cut-two": b"\xc3",
    "cut-three": b"\xe2\x82",
    "cut-four": b"\xf0\x9f\x8c",
    "overlong-slash": b"\xc0\xaf",
    "overlong-nul": b"\xc0\x80",
    "overlong-three": b"\xe0\x80\xaf",
    "overlong-four": b"\xf0\x80\x80\xaf",
    "surrogate-high": b"\xed\xa0\x80",
    "surrogate-low": b"\xed\xbf\xbf",
    "surrogate-pair": b"\xed\xa0\xbd\xed\xb8\x80",
    "above-last": b"\xf4\x90\x80\x80",
    "five-bytes": b"\xf8\x88\x80\x80\x80",
    "ff": b"\xff",
    "fe": b"\xfe",
    "late": b"a" * 63 + b"\xff",
}


def rows() -> dict[str, list[Row]]:
    """File by file."""
    return {
        "numbers": list(_numbers()),
        "lengths": list(_lengths()),
        "blocks": list(_blocks()),
        "zero-width": list(_zero_width()),
        "indexes": list(_indexes()),
        "text": list(_text()),
        "depth": list(_depth()),
        "ends": list(_ends()),
    }


def bad(name: str, shows: str, spec: str, schema: Any, content: bytes, error: str) -> Row:
    return Row(name, shows, spec, {"schema": schema, "bytes": content.hex()}, REFUSE, error=error)


def lenient(name: str, shows: str, spec: str, schema: Any, content: bytes, error: str, value: Any) -> Row:
    """Refused, and read leniently as ``value``."""
    form = {"schema": schema, "value": value, "bytes": content.hex()}
    return Row(name, shows, spec, form, REFUSE, ACCEPT, error=error)


def runs(name: str, shows: str, schema: Any, *parts: tuple[bytes, int]) -> Row:
    """Too deep: so many times these bytes, then so many times those."""
    form = {"schema": schema, "bytes_runs": [[content.hex(), times] for content, times in parts]}
    return Row(name, shows, COMPLEX, form, REFUSE, error="limit-depth")


def _numbers() -> Iterator[Row]:
    for name, value in (
        ("2^31", 2**31),
        ("-2^31-1", -(2**31) - 1),
        ("2^32", 2**32),
        ("2^34", 2**34),
        ("-2^34", -(2**34)),
        ("max", wire.MAX_LONG),
        ("min", wire.MIN_LONG),
    ):
        yield bad(f"int-{name}", "an int has 32 bits", PRIMITIVES, "int", wire.long(value), "int-range")
    for schema, most in (("int", 5), ("long", 10)):
        for width in (most + 1, most + 2, 20, 1000):
            content = wire.long(1, width)
            shows = f"1 in {width} bytes, where {most} are the most"
            yield bad(f"{schema}-{width}-bytes", shows, PRIMITIVES, schema, content, "varint-invalid")
        endless = b"\xff" * 1000
        yield bad(f"{schema}-endless", "a varint without an end", PRIMITIVES, schema, endless, "varint-invalid")
        zeros = b"\x80" * 1000
        yield bad(
            f"{schema}-endless-zeros", "groups of nothing, without an end", PRIMITIVES, schema, zeros, "varint-invalid"
        )
    for last in (0x02, 0x03, 0x0F, 0x7F):
        content = b"\xff" * 9 + bytes([last])
        shows = "the tenth byte has bits beyond 64"
        yield bad(f"long-tenth-byte-{last:02x}", shows, PRIMITIVES, "long", content, "varint-invalid")
    for last in (0x10, 0x1F, 0x7F):
        content = b"\xff" * 4 + bytes([last])
        shows = "the fifth byte has bits beyond 32"
        yield bad(f"int-fifth-byte-{last:02x}", shows, PRIMITIVES, "int", content, "int-range")
    for byte in (2, 3, 0x7F, 0x80, 0xFF):
        shows = "a boolean is the byte 0 or 1"
        yield lenient(f"boolean-{byte:02x}", shows, PRIMITIVES, "boolean", bytes([byte]), "boolean-invalid", True)


def _lengths() -> Iterator[Row]:
    for schema in ("string", "bytes"):
        for name, length in (("1", -1), ("2", -2), ("64", -64), ("2^31", -(2**31)), ("min", wire.MIN_LONG)):
            shows = "a length below zero"
            content = wire.long(length) + b"abc"
            yield bad(f"{schema}-minus-{name}", shows, PRIMITIVES, schema, content, "length-negative")
        for name, length in (("4", 4), ("100", 100), *HUGE.items()):
            shows = "a length beyond what is left: nothing of that size may be set aside"
            content = wire.long(length) + b"abc"
            yield bad(f"{schema}-{name}", shows, PRIMITIVES, schema, content, "end-of-input")
    for name, length in (("minus-1", -1), ("min", wire.MIN_LONG)):
        content = wire.long(1) + wire.long(length) + b"abc" + wire.END
        yield bad(f"key-{name}", "a key's length below zero", COMPLEX, WORDS, content, "length-negative")
    for name, length in HUGE.items():
        content = wire.long(1) + wire.long(length) + b"abc" + wire.END
        yield bad(f"key-{name}", "a key's length beyond what is left", COMPLEX, WORDS, content, "end-of-input")
    for size in (2**20, 2**30, wire.MAX_INT):
        fixed = {"type": "fixed", "name": "Big", "size": size}
        shows = "a fixed of more bytes than are left"
        yield bad(f"fixed-{size}", shows, COMPLEX, fixed, b"abc", "end-of-input")


def _blocks() -> Iterator[Row]:
    item, entry = wire.long(1), wire.text("k") + wire.text("v")
    for kind, schema, one in (("array", LONGS, item), ("map", WORDS, entry)):
        content = wire.long(wire.MIN_LONG) + wire.long(len(one)) + one + wire.END
        yield bad(
            f"{kind}-count-min", "-2^63 items: the count has no opposite", COMPLEX, schema, content, "count-invalid"
        )
        for name, count in HUGE.items():
            shows = "more items than the bytes that are left can hold"
            yield bad(f"{kind}-count-{name}", shows, COMPLEX, schema, wire.long(count) + one, "end-of-input")
            sized = wire.long(-count) + wire.long(len(one)) + one + wire.END
            yield bad(f"{kind}-sized-count-{name}", shows, COMPLEX, schema, sized, "end-of-input")
        for name, size in (("minus-1", -1), ("minus-2^31", -(2**31)), ("min", wire.MIN_LONG)):
            content = wire.long(-1) + wire.long(size) + one + wire.END
            yield bad(f"{kind}-size-{name}", "a block's size below zero", COMPLEX, schema, content, "block-size")
        for name, size in (("0", 0), ("less", len(one) - 1), ("more", len(one) + 1)):
            content = wire.long(-1) + wire.long(size) + one + wire.END
            value = [1] if kind == "array" else {"k": "v"}
            shows = "a block that does not end where its size says: a reader that passes over it reads other data"
            yield lenient(f"{kind}-size-{name}", shows, COMPLEX, schema, content, "block-size", value)
        for name, size in HUGE.items():
            content = wire.long(-1) + wire.long(size) + one + wire.END
            yield bad(
                f"{kind}-size-{name}", "a block's size beyond what is left", COMPLEX, schema, content, "end-of-input"
            )
        yield bad(
            f"{kind}-no-end", "the block that ends it is missing", COMPLEX, schema, wire.block(one), "end-of-input"
        )
        yield bad(f"{kind}-nothing", "not even a count", COMPLEX, schema, b"", "end-of-input")
        yield bad(f"{kind}-count-alone", "a count of one, and no item", COMPLEX, schema, wire.long(1), "end-of-input")
    strings = {"type": "array", "items": PAIR}
    content = wire.long(3) + (wire.text("") + wire.long(0)) * 2
    shows = "three records of two bytes at least, in four bytes"
    yield bad("array-records", shows, COMPLEX, strings, content, "end-of-input")


def _zero_width() -> Iterator[Row]:
    nothing = {
        "null": "null",
        "fixed-0": {"type": "fixed", "name": "Zero", "size": 0},
        "record": EMPTY,
        "record-of-null": {"type": "record", "name": "Nulls", "fields": [{"name": "a", "type": "null"}]},
    }
    for kind, items in nothing.items():
        for name, count in {"2^21": 2**21, **{k: v for k, v in HUGE.items() if v > 2**21}}.items():
            schema = {"type": "array", "items": items}
            shows = "a few bytes that claim items without bytes: one budget a datum"
            content = wire.long(count) + wire.END
            yield bad(f"{kind}-{name}", shows, COMPLEX, schema, content, "limit-zero-width")
    blocks = wire.long(2**19) * 5 + wire.END
    shows = "many blocks, each within the budget, all together not"
    yield bad("null-blocks", shows, COMPLEX, NULLS, blocks, "limit-zero-width")
    arrays = {"type": "array", "items": NULLS}
    content = wire.array(*[wire.long(2**19) + wire.END] * 5)
    shows = "many arrays, each within the budget, all together not"
    yield bad("null-arrays", shows, COMPLEX, arrays, content, "limit-zero-width")
    maps = {"type": "map", "values": "null"}
    content = wire.long(2**40) + wire.text("k") + wire.END
    shows = "keys have bytes, so the count is bound by what is left"
    yield bad("map-null", shows, COMPLEX, maps, content, "end-of-input")


def _indexes() -> Iterator[Row]:
    optional = ["null", "string"]
    far = (("2", 2), ("63", 63), ("64", 64), ("2^31-1", wire.MAX_INT))
    for name, index in (("minus-1", -1), ("minus-2", -2), ("min", wire.MIN_INT), *far):
        shows = "the union has two branches"
        content = wire.long(index) + wire.text("a")
        yield bad(f"union-{name}", shows, COMPLEX, optional, content, "union-index")
    for name, index in (("minus-1", -1), ("minus-2", -2), ("min", wire.MIN_INT), ("3", 3), *far[1:]):
        yield bad(f"enum-{name}", "the enum has three symbols", COMPLEX, SUIT, wire.long(index), "enum-index")
    for name, index in (("2^32", 2**32), ("min-long", wire.MIN_LONG)):
        shows = "an index is an int: its low bits alone would be a valid one"
        content = wire.long(index) + wire.text("a")
        yield bad(f"union-{name}", shows, COMPLEX, optional, content, "int-range")
        yield bad(f"enum-{name}", shows, COMPLEX, SUIT, wire.long(index), "int-range")


def _text() -> Iterator[Row]:
    for name, content in NO_UTF8.items():
        replaced = content.decode("utf-8", errors="replace")
        shows = "no UTF-8"
        yield Row(
            f"string-{name}",
            shows,
            PRIMITIVES,
            {"schema": "string", "bytes": wire.blob(content).hex(), "value": replaced, "replacement": True},
            REFUSE,
            ACCEPT,
            error="utf8-invalid",
        )
        key = wire.array(wire.blob(content) + wire.text("v"))
        yield bad(f"key-{name}", "no UTF-8 in a key", COMPLEX, WORDS, key, "utf8-invalid")


def _depth() -> Iterator[Row]:
    tree: dict[str, Any] = {
        "type": "record",
        "name": "Tree",
        "fields": [{"name": "children", "type": {"type": "array", "items": "Tree"}}],
    }
    table: dict[str, Any] = {
        "type": "record",
        "name": "Table",
        "fields": [{"name": "inner", "type": {"type": "map", "values": "Table"}}],
    }
    for depth in DEEP:
        shows = f"{depth} levels, where 100 are the limit: the stack is not the place to find out"
        more, last = wire.long(1) + wire.branch(1), wire.long(1) + wire.branch(0)
        yield runs(f"record-{depth}", shows, NODE, (more, depth), (last, 1))
        yield runs(f"array-{depth}", shows, tree, (wire.long(1), depth), (wire.END, depth + 1))
        yield runs(f"map-{depth}", shows, table, (wire.long(1) + wire.text(""), depth), (wire.END, depth + 1))


def _ends() -> Iterator[Row]:
    """Every cut of a record of all types, and what is left behind a datum."""
    schema = {
        "type": "record",
        "name": "All",
        "fields": [
            {"name": "boolean", "type": "boolean"},
            {"name": "int", "type": "int"},
            {"name": "long", "type": "long"},
            {"name": "float", "type": "float"},
            {"name": "double", "type": "double"},
            {"name": "bytes", "type": "bytes"},
            {"name": "string", "type": "string"},
            {"name": "enum", "type": SUIT},
            {"name": "fixed", "type": MD5},
            {"name": "array", "type": LONGS},
            {"name": "map", "type": WORDS},
            {"name": "union", "type": ["null", "string"]},
        ],
    }
    parts = [
        b"\1",
        wire.long(100_000),
        wire.long(2**60),
        wire.float_(1.5),
        wire.double(2.5),
        wire.blob(b"abc"),
        wire.text("déf"),
        wire.long(1),
        bytes(range(16)),
        wire.array(wire.long(1), wire.long(2)),
        wire.array(wire.text("k") + wire.text("v")),
        wire.branch(1, wire.text("x")),
    ]
    whole = b"".join(parts)
    for cut in range(len(whole)):
        shows = f"the first {cut} of {len(whole)} bytes of a record of all types"
        yield bad(f"cut-{cut:02}", shows, COMPLEX, schema, whole[:cut], "end-of-input")
    for name, left in (("0", b"\0"), ("datum", whole), ("ff", b"\xff" * 8)):
        shows = "bytes left behind the datum, where one alone was asked for"
        value = {
            "boolean": True,
            "int": 100_000,
            "long": 2**60,
            "float": 1.5,
            "double": 2.5,
            "bytes": "abc",
            "string": "déf",
            "enum": "HEARTS",
            "fixed": bytes(range(16)).decode("latin-1"),
            "array": [1, 2],
            "map": {"k": "v"},
            "union": {"string": "x"},
        }
        yield lenient(f"left-{name}", shows, COMPLEX, schema, whole + left, "bytes-left", value)
