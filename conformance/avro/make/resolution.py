"""A datum of one schema, read by another: what fits, what is filled in, what is refused and when.

`error_at` says when it is refused: with the schemas alone, or when a datum comes that does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.avro.make import wire
from conformance.avro.make.row import ACCEPT, REFUSE, Row
from conformance.avro.make.schemas import field, record

SPEC = "Schema Resolution"
NAMED = "Schema Resolution, names"


def rows() -> Iterator[Row]:
    yield from _promotions()
    yield from _records()
    yield from _names()
    yield from _enums()
    yield from _unions()
    yield from _defaults()
    yield from _skipped()


def fits(name: str, shows: str, writer: Any, reader: Any, content: bytes, value: Any) -> Row:
    return Row(name, shows, SPEC, {"writer": writer, "reader": reader, "bytes": content.hex(), "value": value})


def not_(
    name: str, shows: str, writer: Any, reader: Any, content: bytes, error: str = "resolution", **form: Any
) -> Row:
    """Refused by the schemas; with `error="resolution-datum"` only by such a datum."""
    form = {"writer": writer, "reader": reader, "bytes": content.hex(), **form}
    return Row(name, shows, SPEC, form, REFUSE, ACCEPT if "value" in form else REFUSE, error=error)


def _promotions() -> Iterator[Row]:
    samples: dict[str, tuple[bytes, Any]] = {
        "null": (b"", None),
        "boolean": (b"\1", True),
        "int": (wire.long(-7), -7),
        "long": (wire.long(2**40), 2**40),
        "float": (wire.float_(1.5), 1.5),
        "double": (wire.double(2.5), 2.5),
        "bytes": (wire.blob(b"ab"), "ab"),
        "string": (wire.text("ab"), "ab"),
    }
    allowed = {
        ("int", "long"): -7,
        ("int", "float"): -7.0,
        ("int", "double"): -7.0,
        ("long", "float"): float(2**40),
        ("long", "double"): float(2**40),
        ("float", "double"): 1.5,
        ("string", "bytes"): "ab",
        ("bytes", "string"): "ab",
    }
    for writer, (content, value) in samples.items():
        for reader in samples:
            name = f"{writer}-as-{reader}"
            if writer == reader:
                yield fits(name, "the same type", writer, reader, content, value)
            elif (writer, reader) in allowed:
                yield fits(name, "a promotion", writer, reader, content, allowed[writer, reader])
            else:
                yield not_(name, "no promotion", writer, reader, content)
    shows = "rounded once, to the nearest float: 2^24 + 1, and a long that rounds twice over a double"
    yield fits("int-as-float-rounded", shows, "int", "float", wire.long(2**24 + 1), float(2**24))
    tie = 2**60 + 2**36 + 1
    yield fits("long-as-float-once", shows, "long", "float", wire.long(tie), float(2**60 + 2**37))
    yield not_("bytes-as-string-no-utf-8", "no UTF-8", "bytes", "string", wire.blob(b"\xff"), "utf8-invalid")
    arrays = [{"type": "array", "items": one} for one in ("int", "long")]
    yield fits("array-items", "items are promoted", arrays[0], arrays[1], wire.array(wire.long(1)), [1])
    yield not_("array-items-not", "items do not fit", arrays[1], arrays[0], wire.array(wire.long(1)))
    maps = [{"type": "map", "values": one} for one in ("int", "double")]
    yield fits(
        "map-values", "values are promoted", maps[0], maps[1], wire.array(wire.text("k") + wire.long(1)), {"k": 1.0}
    )
    yield not_("array-as-map", "an array is no map", arrays[0], maps[0], wire.END)


def _records() -> Iterator[Row]:
    ab = record(field("int"), field("string", "b"))
    content = wire.long(1) + wire.text("x")
    yield fits(
        "fields-reordered",
        "by name, in any order",
        ab,
        record(field("string", "b"), field("int")),
        content,
        {"b": "x", "a": 1},
    )
    yield fits("field-ignored", "the reader does not have it", ab, record(field("string", "b")), content, {"b": "x"})
    yield fits("fields-all-ignored", "none is left", ab, record(), content, {})
    more = record(field("int"), field("string", "b"), field("long", "c", default=5))
    yield fits("field-default", "the writer does not have it", ab, more, content, {"a": 1, "b": "x", "c": 5})
    missing = record(field("int"), field("long", "c"))
    yield not_("field-missing", "no default", ab, missing, content)
    inner = record(field(record(field("int", "x"), field("int", "y"), name="In"), "in"))
    reads = record(field(record(field("long", "y"), name="In"), "in"))
    yield fits("field-nested", "within, too", inner, reads, wire.long(1) + wire.long(2), {"in": {"y": 2}})
    node = record(field("int", "v"), field(["null", "N"], "next"), name="N")
    reads = record(field("long", "v"), field(["null", "N"], "next"), name="N")
    content = wire.long(1) + wire.branch(1, wire.long(2)) + wire.branch(0)
    value = {"v": 1, "next": {"N": {"v": 2, "next": None}}}
    yield fits("recursive", "a type that holds itself, in both", node, reads, content, value)


def _names() -> Iterator[Row]:
    content = wire.long(1)
    old = record(field("int"), name="x.Old")
    yield fits(
        "name-namespace",
        "the names without namespaces match",
        old,
        record(field("int"), name="y.Old"),
        content,
        {"a": 1},
    )
    renamed = record(field("int"), name="New")
    yield not_("name-other", "names differ, and no alias says so", old, renamed, content, value={"a": 1})
    yield fits(
        "alias",
        "by the reader's alias, in full",
        old,
        record(field("int"), name="New", aliases=["x.Old"]),
        content,
        {"a": 1},
    )
    near = record(field("int"), name="x.New", aliases=["Old"])
    yield fits("alias-near", "an alias is of its type's namespace", old, near, content, {"a": 1})
    by = record(field("int", "z", aliases=["a"]), name="Old")
    yield fits("alias-field", "a field's alias", old, by, content, {"z": 1})
    wants = record(field("long", "b", aliases=["a"]), field("int", "a"), name="Old")
    both = record(field("int"), field("int", "b"), name="Old")
    value = {"b": 2, "a": 1}
    yield fits("alias-and-name", "a name comes before an alias", both, wants, wire.long(1) + wire.long(2), value)
    sizes = [{"type": "fixed", "name": name, "size": size} for name, size in (("F", 2), ("F", 3), ("G", 2))]
    yield fits("fixed", "the same name and size", sizes[0], sizes[0], b"ab", "ab")
    yield not_("fixed-size", "another size", sizes[0], sizes[1], b"ab")
    yield not_("fixed-name", "another name", sizes[0], sizes[2], b"ab", value="ab")
    aliased = sizes[2] | {"aliases": ["F"]}
    yield fits("fixed-alias", "an alias", sizes[0], aliased, b"ab", "ab")


def _enums() -> Iterator[Row]:
    def enum(*symbols: str, **more: Any) -> dict[str, Any]:
        return {"type": "enum", "name": "E", "symbols": list(symbols), **more}

    abc = enum("A", "B", "C")
    yield fits("enum-reordered", "by symbol, not by position", abc, enum("C", "B", "A"), wire.long(0), "A")
    yield fits("enum-known", "a symbol that both have", abc, enum("B"), wire.long(1), "B")
    shows = "a symbol that the reader does not have"
    yield not_("enum-unknown", shows, abc, enum("B"), wire.long(0), "resolution-datum")
    yield fits("enum-default", "the enum's default", abc, enum("B", default="B"), wire.long(0), "B")
    shows = "no symbol of the writer's, though the reader has one there"
    yield not_("enum-index-of-reader", shows, enum("A", "B"), abc, wire.long(2), "enum-index")
    has = record(field(abc))
    wants = record(field(enum("B"), default="B"))
    yield not_(
        "enum-field-default",
        "a field's default is for a field that is missing",
        has,
        wants,
        wire.long(0),
        "resolution-datum",
    )
    yield not_("enum-as-string", "an enum is no string", abc, "string", wire.long(0), value="A")


def _unions() -> Iterator[Row]:
    yield fits("into-union", "the branch that matches", "string", ["null", "string"], wire.text("a"), {"string": "a"})
    shows = (
        "the same type before a promotion, where libraries differ: by the letter it is the first branch that matches"
    )
    both = fits("into-union-exact", shows, "int", ["float", "int"], wire.long(3), {"int": 3})
    yield Row(both.name, both.shows, both.spec, both.form, extra={"by_the_letter": {"float": 3.0}})
    yield fits(
        "into-union-promoted",
        "a promotion where nothing else is",
        "int",
        ["null", "double"],
        wire.long(3),
        {"double": 3.0},
    )
    yield fits(
        "into-union-first", "the first of two promotions", "int", ["double", "float"], wire.long(3), {"double": 3.0}
    )
    yield not_("into-union-not", "no branch matches", "int", ["null", "string"], wire.long(3))
    optional = ["null", "string"]
    yield fits("out-of-union", "the branch that was written", optional, "string", wire.branch(1, wire.text("a")), "a")
    yield not_(
        "out-of-union-not",
        "this branch does not fit, the other one does",
        optional,
        "string",
        wire.branch(0),
        "resolution-datum",
    )
    yield not_("out-of-union-never", "no branch fits", ["null", "boolean"], "string", wire.branch(0))
    yield fits(
        "union-reordered",
        "by type, not by position",
        optional,
        ["string", "null"],
        wire.branch(1, wire.text("a")),
        {"string": "a"},
    )
    yield fits(
        "union-wider",
        "a branch more",
        optional,
        ["null", "int", "string"],
        wire.branch(1, wire.text("a")),
        {"string": "a"},
    )
    shows = "no branch of the writer's, though the reader has one there"
    wider = [*optional, "int"]
    yield not_("union-index-of-reader", shows, optional, wider, wire.branch(2, wire.long(1)), "union-index")
    narrow = not_(
        "union-narrower",
        "a branch that the reader does not have",
        [*optional, "int"],
        optional,
        wire.branch(2, wire.long(1)),
        "resolution-datum",
    )
    yield narrow
    yield fits("union-narrower-known", "a branch that both have", [*optional, "int"], optional, wire.branch(0), None)
    yield fits(
        "union-promoted",
        "a branch is promoted",
        ["null", "int"],
        ["null", "long"],
        wire.branch(1, wire.long(1)),
        {"long": 1},
    )
    one, two = record(field("int"), name="One"), record(field("int"), name="Two")
    shows = "records of one shape: the name decides"
    yield fits("union-records", shows, [one, two], [one, two], wire.branch(1, wire.long(1)), {"Two": {"a": 1}})
    yield fits("into-union-record", shows, two, [one, two], wire.long(1), {"Two": {"a": 1}})


def _defaults() -> Iterator[Row]:
    """Every type's default, in a field that the writer does not have."""
    empty = record()
    point = record(field("int", "x"), field("int", "y", default=2), name="P")
    for name, schema, default, value in (
        ("null", "null", None, None),
        ("boolean", "boolean", True, True),
        ("int", "int", -1, -1),
        ("long", "long", 2**53 + 1, 2**53 + 1),
        ("float", "float", 1.5, 1.5),
        ("float-whole", "float", 1, 1.0),
        ("double", "double", 0.1, 0.1),
        ("double-nan", "double", "NaN", "NaN"),
        ("bytes", "bytes", "\u00ff", "\u00ff"),
        ("string", "string", "é", "é"),
        ("array", {"type": "array", "items": "int"}, [1, 2], [1, 2]),
        ("map", {"type": "map", "values": "int"}, {"k": 1}, {"k": 1}),
        ("fixed", {"type": "fixed", "name": "F", "size": 2}, "\u00ff\u0000", "\u00ff\u0000"),
        ("enum", {"type": "enum", "name": "E", "symbols": ["A", "B"]}, "B", "B"),
        ("record", point, {"x": 1, "y": 3}, {"x": 1, "y": 3}),
        ("union-first", ["null", "int"], None, None),
        ("union-later", ["null", "int"], 7, {"int": 7}),
        ("union-exact", ["int", "double"], 1.5, {"double": 1.5}),
        ("union-map-record", ["int", {"type": "map", "values": "int"}], {"k": 1}, {"map": {"k": 1}}),
        ("array-of-unions", {"type": "array", "items": ["null", "int"]}, [None, 1], [None, {"int": 1}]),
    ):
        reader = record(field(schema, "d", default=default))
        yield fits(f"default-{name}", "the reader's default, as a value of its type", empty, reader, b"", {"d": value})


def _skipped() -> Iterator[Row]:
    """What the reader does not want is passed over, and what comes after it read rightly."""
    node = record(field("int", "v"), field(["null", "N"], "next"), name="N")
    chain = wire.long(1) + wire.branch(1, wire.long(2)) + wire.branch(0)
    longs = {"type": "array", "items": "long"}
    words = {"type": "map", "values": "string"}
    items = (wire.long(1), wire.long(2**40))
    entry = wire.text("k") + wire.text("v")
    for name, schema, content in (
        ("null", "null", b""),
        ("boolean", "boolean", b"\1"),
        ("int", "int", wire.long(-1)),
        ("long", "long", wire.long(wire.MIN_LONG)),
        ("float", "float", wire.float_(1)),
        ("double", "double", wire.double(1)),
        ("bytes", "bytes", wire.blob(b"abc")),
        ("string", "string", wire.text("abc")),
        ("fixed", {"type": "fixed", "name": "F", "size": 3}, b"abc"),
        ("enum", {"type": "enum", "name": "E", "symbols": ["A"]}, wire.long(0)),
        ("union", ["null", "string"], wire.branch(1, wire.text("a"))),
        ("array", longs, wire.array(*items)),
        ("array-sized", longs, wire.block(*items, sized=True) + wire.END),
        ("array-blocks", longs, wire.block(items[0], sized=True) + wire.block(items[1]) + wire.END),
        ("map", words, wire.array(entry)),
        ("map-sized", words, wire.block(entry, sized=True) + wire.END),
        ("record", node, chain),
        ("array-nested", {"type": "array", "items": longs}, wire.array(wire.array(*items))),
    ):
        writer, reader = record(field(schema, "s"), field("int")), record(field("int"))
        yield fits(f"skip-{name}", "passed over", writer, reader, content + wire.long(7), {"a": 7})
    writer, reader = record(field(longs, "s"), field("int"), field("int", "b")), record(field("int", "b"))
    for name, schema, content, error in (
        ("string-negative", "string", wire.long(-1) + b"a", "length-negative"),
        ("string-2^40", "string", wire.long(2**40) + b"a", "end-of-input"),
        ("fixed-cut", {"type": "fixed", "name": "F", "size": 9}, b"abc", "end-of-input"),
        ("union-index", ["null", "int"], wire.branch(2), "union-index"),
        ("array-size-minus", longs, wire.long(-1) + wire.long(-2) + items[0] + wire.END, "block-size"),
        ("array-size-2^40", longs, wire.long(-1) + wire.long(2**40) + items[0] + wire.END, "end-of-input"),
        ("array-count-min", longs, wire.long(wire.MIN_LONG) + wire.long(1) + items[0] + wire.END, "count-invalid"),
        ("array-null-2^40", {"type": "array", "items": "null"}, wire.long(2**40) + wire.END, "limit-zero-width"),
        ("varint", "long", b"\xff" * 11, "varint-invalid"),
    ):
        writer = record(field(schema, "s"), field("int"))
        shows = "what is passed over is checked all the same"
        yield not_(f"skip-bad-{name}", shows, writer, record(field("int")), content + wire.long(7), error)
    content = wire.long(-3) + wire.long(3) + wire.long(0) + wire.long(5) + wire.END + wire.long(3)
    shows = "a block's size that leads elsewhere: a full reader sees other data than one that passes over"
    writer = record(field({"type": "array", "items": "int"}, "a"), field("int", "b"), field("int", "c"))
    yield not_(
        "skip-size-lies", shows, writer, record(field("int", "b")), bytes.fromhex("0106020006000a02"), "block-size"
    )
