"""Values and their bytes: what every writer makes and every reader gives back, and what only a reader meets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from conformance.avro.make import wire
from conformance.avro.make.row import REFUSE, Row

PRIMITIVES = "Binary encoding, Primitive Types"
COMPLEX = "Binary encoding, Complex Types"

# Where one more bit, byte or sign begins.
EDGES = [0, 1, 2, 63, 64, 65, 127, 128, 255, 256, 8191, 8192, 2**20 - 1, 2**20, 2**27, 2**30, wire.MAX_INT]
WIDER = [2**31, 2**32, 2**34, 2**41 - 1, 2**48, 2**52, 2**53 - 1, 2**53, 2**53 + 1, 2**55, 2**62, wire.MAX_LONG]

# What a text may hold; the last ones reach into the second plane and past what sixteen bits hold.
TEXTS = {
    "empty": "",
    "ascii": "abc",
    "nul": "a\0b",
    "newline": 'a\nb\r\t"\\/',
    "two-bytes": "é",
    "three-bytes": "€",
    "four-bytes": "🌍",
    "last-of-two-bytes": "\u07ff",
    "first-of-three-bytes": "\u0800",
    "around-surrogates": "\ud7ff\ue000",
    "replacement": "\ufffd",
    "byte-order-mark": "\ufeffa",
    "noncharacter": "\uffff",
    "last": "\U0010ffff",
    "combining": "e\u0301",
    "length-63": "x" * 63,
    "length-64": "x" * 64,
    "length-127": "x" * 127,
    "length-8192": "x" * 8192,
}
NODE: dict[str, Any] = {
    "type": "record",
    "name": "Node",
    "fields": [{"name": "value", "type": "int"}, {"name": "next", "type": ["null", "Node"]}],
}
EMPTY: dict[str, Any] = {"type": "record", "name": "Empty", "fields": []}
SUIT: dict[str, Any] = {"type": "enum", "name": "Suit", "symbols": ["SPADES", "HEARTS", "DIAMONDS"]}
MD5: dict[str, Any] = {"type": "fixed", "name": "MD5", "size": 16}


def rows() -> Iterator[Row]:
    yield from _numbers()
    yield from _texts()
    yield from _complex()
    yield from _only_read()
    yield from _not_written()


def both(name: str, shows: str, spec: str, schema: Any, value: Any, content: bytes) -> Row:
    return Row(name, shows, spec, {"schema": schema, "value": value, "bytes": content.hex()})


def only_read(name: str, shows: str, spec: str, schema: Any, value: Any, content: bytes) -> Row:
    """Bytes that a reader takes, and that this page's writer would not have made."""
    return Row(name, shows, spec, {"schema": schema, "value": value, "bytes": content.hex(), "direction": "decode"})


def not_written(name: str, shows: str, spec: str, schema: Any, value: Any, error: str = "value-invalid") -> Row:
    return Row(name, shows, spec, {"schema": schema, "value": value, "direction": "encode"}, REFUSE, error=error)


def _numbers() -> Iterator[Row]:
    yield both("null", "null takes no bytes", PRIMITIVES, "null", None, b"")
    for value in (False, True):
        yield both(f"boolean-{str(value).lower()}", "one byte", PRIMITIVES, "boolean", value, bytes([value]))
    for schema, edges in (("int", EDGES), ("long", EDGES + WIDER)):
        for number in sorted({*edges, *(-edge for edge in edges), *(-edge - 1 for edge in edges)}):
            shows = "zigzag, then groups of seven bits, the lowest first"
            yield both(f"{schema}-{number}", shows, PRIMITIVES, schema, number, wire.long(number))
    for schema, pack, finite in (
        ("float", wire.float_, [0.0, 1.0, -1.5, 0.10000000149011612, 2.0**-149, 3.4028234663852886e38]),
        ("double", wire.double, [0.0, 1.0, -1.5, 0.1, 2.0**53, 5e-324, 1.7976931348623157e308]),
    ):
        for real in finite:
            yield both(f"{schema}-{real!r}", "IEEE 754, little-endian", PRIMITIVES, schema, real, pack(real))
        yield both(f"{schema}-minus-zero", "the sign of zero stays", PRIMITIVES, schema, -0.0, pack(-0.0))
        for name, real in (("NaN", math.nan), ("Infinity", math.inf), ("-Infinity", -math.inf)):
            yield both(
                f"{schema}-{name}", "no finite number, as a string in JSON", PRIMITIVES, schema, name, pack(real)
            )


def _texts() -> Iterator[Row]:
    for name, content in TEXTS.items():
        yield both(f"string-{name}", "length in bytes, then UTF-8", PRIMITIVES, "string", content, wire.text(content))
    for name, raw in (("empty", b""), ("all", bytes(range(256))), ("no-utf-8", b"\xff\xfe\xc0")):
        yield both(f"bytes-{name}", "length, then bytes", PRIMITIVES, "bytes", raw.decode("latin-1"), wire.blob(raw))


def _complex() -> Iterator[Row]:
    yield both("record-empty", "a record without fields takes no bytes", COMPLEX, EMPTY, {}, b"")
    pair = {
        "type": "record",
        "name": "Pair",
        "fields": [{"name": "a", "type": "long"}, {"name": "b", "type": "string"}],
    }
    yield both(
        "record", "fields in the schema's order", COMPLEX, pair, {"a": 27, "b": "foo"}, bytes.fromhex("3606666f6f")
    )
    nested = {
        "type": "record",
        "name": "Outer",
        "fields": [{"name": "in", "type": pair}, {"name": "z", "type": "Pair"}],
    }
    inside = {"in": {"a": 1, "b": ""}, "z": {"a": 2, "b": "x"}}
    content = wire.long(1) + wire.text("") + wire.long(2) + wire.text("x")
    yield both("record-nested", "nothing stands between records", COMPLEX, nested, inside, content)
    chain: Any = None
    chained = wire.branch(0)
    for number in range(10):
        chain = {"value": number, "next": None if chain is None else {"Node": chain}}
        chained = wire.long(number) + (wire.branch(1, chained) if number else wire.branch(0))
    yield both("record-recursive", "a list of ten, by a type that holds itself", COMPLEX, NODE, chain, chained)
    for index, symbol in enumerate(SUIT["symbols"]):
        yield both(f"enum-{symbol}", "its position", COMPLEX, SUIT, symbol, wire.long(index))
    yield both("fixed", "its bytes, without a length", COMPLEX, MD5, "\u00ff" * 16, b"\xff" * 16)
    yield both(
        "fixed-empty", "a size of 0 takes no bytes", COMPLEX, {"type": "fixed", "name": "F0", "size": 0}, "", b""
    )

    longs = {"type": "array", "items": "long"}
    yield both("array-empty", "a block of no items ends it", COMPLEX, longs, [], wire.END)
    yield both("array", "one block, then the end", COMPLEX, longs, [3, 27], bytes.fromhex("04063600"))
    of_arrays = {"type": "array", "items": longs}
    content = wire.array(wire.array(), wire.array(wire.long(1)))
    yield both("array-nested", "each has its own end", COMPLEX, of_arrays, [[], [1]], content)
    hundred = wire.array(*(wire.long(n) for n in range(100)))
    yield both("array-hundred", "the count is a long", COMPLEX, longs, list(range(100)), hundred)
    nothing = {"type": "array", "items": "null"}
    yield both("array-null", "items of no bytes", COMPLEX, nothing, [None] * 3, wire.long(3) + wire.END)

    words = {"type": "map", "values": "string"}
    yield both("map-empty", "a block of no entries ends it", COMPLEX, words, {}, wire.END)
    entry = wire.text("k") + wire.text("v")
    yield both("map", "a key is a string", COMPLEX, words, {"k": "v"}, wire.array(entry))
    key = wire.text("__proto__") + wire.text("v")
    yield both("map-proto", "any text is a key", COMPLEX, words, {"__proto__": "v"}, wire.array(key))
    key = wire.text("") + wire.text("")
    yield both("map-empty-key", "the empty text, too", COMPLEX, words, {"": ""}, wire.array(key))

    optional = ["null", "string"]
    yield both("union-null", "the branch's index, then nothing", COMPLEX, optional, None, bytes.fromhex("00"))
    yield both("union-string", "the index, then the value", COMPLEX, optional, {"string": "a"}, bytes.fromhex("020261"))
    every = ["null", "boolean", "int", "long", "float", "double", "bytes", "string", longs, words, EMPTY, SUIT, MD5]
    branches: list[tuple[str, Any, bytes]] = [
        ("boolean", True, b"\1"),
        ("int", 1, wire.long(1)),
        ("long", 1, wire.long(1)),
        ("float", 1.0, wire.float_(1)),
        ("double", 1.0, wire.double(1)),
        ("bytes", "\u0001", wire.blob(b"\1")),
        ("string", "1", wire.text("1")),
        ("array", [1], wire.array(wire.long(1))),
        ("map", {"k": "v"}, wire.array(entry)),
        ("Empty", {}, b""),
        ("Suit", "HEARTS", wire.long(1)),
        ("MD5", "\0" * 16, bytes(16)),
    ]
    for index, (name, value, content) in enumerate(branches, start=1):
        shows = "a union of all types: the index says which"
        yield both(f"union-of-all-{name}", shows, COMPLEX, every, {name: value}, wire.branch(index, content))


def _only_read() -> Iterator[Row]:
    longs = {"type": "array", "items": "long"}
    words = {"type": "map", "values": "int"}
    three = [wire.long(n) for n in (1, 2, 3)]
    sized = wire.block(*three, sized=True) + wire.END
    yield only_read("array-sized", "a negative count, with the block's size", COMPLEX, longs, [1, 2, 3], sized)
    split = wire.block(three[0]) + wire.block(three[1], three[2], sized=True) + wire.END
    yield only_read("array-blocks", "several blocks, one of them sized", COMPLEX, longs, [1, 2, 3], split)
    entries = [wire.text(key) + wire.long(number) for number, key in enumerate("ab")]
    sized = wire.block(*entries, sized=True) + wire.END
    yield only_read("map-sized", "as with arrays", COMPLEX, words, {"a": 0, "b": 1}, sized)
    split = wire.block(entries[0]) + wire.block(entries[1]) + wire.END
    yield only_read("map-blocks", "as with arrays", COMPLEX, words, {"a": 0, "b": 1}, split)
    again = wire.array(wire.text("a") + wire.long(1), wire.text("a") + wire.long(2))
    yield only_read("map-same-key", "the specification is silent; the last one counts", COMPLEX, words, {"a": 2}, again)
    for schema, width in (("int", 5), ("long", 10)):
        for value in (0, 1, -1, 64):
            shows = f"overlong: {width} bytes where fewer do, no more than the type may take"
            content = wire.long(value, width)
            yield only_read(f"{schema}-overlong-{value}", shows, PRIMITIVES, schema, value, content)
    payload = bytes.fromhex("010000000000f87f")
    yield only_read("double-nan-payload", "a NaN of other bits is one, too", PRIMITIVES, "double", "NaN", payload)


def _not_written() -> Iterator[Row]:
    for schema, value in (
        ("int", 2**31),
        ("int", -(2**31) - 1),
        ("long", 2**63),
        ("long", -(2**63) - 1),
        ("int", 1.5),
        ("int", "1"),
        ("int", True),
        ("long", True),
        ("boolean", 1),
        ("boolean", "true"),
        ("null", 0),
        ("string", 1),
        ("string", None),
        ("double", "1"),
        ("float", 1e300),
    ):
        yield not_written(f"no-{schema}-{value}", f"{value!r} is no {schema}", PRIMITIVES, schema, value)
    yield not_written("no-symbol", "no symbol of the enum", COMPLEX, SUIT, "CLUBS")
    yield not_written("no-fixed-short", "15 bytes for 16", COMPLEX, MD5, "\0" * 15)
    yield not_written("no-fixed-long", "17 bytes for 16", COMPLEX, MD5, "\0" * 17)
    yield not_written("no-bytes", "a code point above 255 is no byte", COMPLEX, "bytes", "\u0100")
    yield not_written("no-branch", "no branch takes an int", COMPLEX, ["null", "string"], {"int": 1})
    yield not_written("no-field", "a field is missing, and has no default", COMPLEX, NODE, {"value": 1})
    yield not_written("no-array", "an object is no array", COMPLEX, {"type": "array", "items": "int"}, {})
    yield not_written("no-map", "an array is no map", COMPLEX, {"type": "map", "values": "int"}, [])
