"""Schemas: which are valid, what the others lack, and the canonical forms and fingerprints of the valid ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from conformance.avro.make.fingerprints import fingerprints
from conformance.avro.make.row import ACCEPT, REFUSE, Row

DECLARATION = "Schema Declaration"
NAMES = "Names"
CANONICAL = "Parsing Canonical Form for Schemas"
PRIMITIVES = ("null", "boolean", "int", "long", "float", "double", "bytes", "string")


def rows() -> Iterator[Row]:
    yield from _valid()
    yield from _namespaces()
    yield from _texts_and_defaults()
    yield from _invalid()
    yield from _lenient()
    yield from _hostile()


def text(schema: Any) -> str:
    return schema if isinstance(schema, str) else json.dumps(schema, ensure_ascii=False)


def valid(name: str, shows: str, spec: str, schema: Any, canonical: str) -> Row:
    form = {"schema_text": text(schema), "canonical": canonical, "fingerprints": fingerprints(canonical)}
    return Row(name, shows, spec, form)


def invalid(name: str, shows: str, spec: str, schema: Any, error: str, read: str | None = None) -> Row:
    """Refused; read leniently, its canonical form is ``read``, or it is refused, too."""
    form = {"schema_text": text(schema)}
    if read is None:
        return Row(name, shows, spec, form, REFUSE, error=error)
    return Row(name, shows, spec, form | {"canonical": read, "fingerprints": fingerprints(read)}, REFUSE, ACCEPT, error)


def record(*fields: Any, name: str = "R", **more: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, **more, "fields": list(fields)}


def field(schema: Any, name: str = "a", **more: Any) -> dict[str, Any]:
    return {"name": name, "type": schema, **more}


def canonical_record(*fields: tuple[str, str], name: str = "R") -> str:
    inside = ",".join(f'{{"name":"{one}","type":{schema}}}' for one, schema in fields)
    return f'{{"name":"{name}","type":"record","fields":[{inside}]}}'


def _valid() -> Iterator[Row]:
    for name in PRIMITIVES:
        short = f'"{name}"'
        yield valid(name, "a primitive type by its name", DECLARATION, short, short)
        yield valid(f"{name}-object", "the same in an object", CANONICAL, {"type": name}, short)
        known = {"type": name, "doc": "x", "mine": 1}
        yield valid(f"{name}-attributes", "attributes do not count", CANONICAL, known, short)
    longs = '{"type":"array","items":"long"}'
    yield valid("array", "an array", DECLARATION, {"type": "array", "items": "long"}, longs)
    yield valid(
        "array-default",
        "other attributes do not count",
        CANONICAL,
        {"items": "long", "type": "array", "default": []},
        longs,
    )
    yield valid("map", "a map", DECLARATION, {"type": "map", "values": "long"}, '{"type":"map","values":"long"}')
    yield valid("union", "a union is an array", DECLARATION, ["null", "string"], '["null","string"]')
    yield valid("union-one", "of one branch", DECLARATION, ["null"], '["null"]')
    enum = {"type": "enum", "name": "E", "symbols": ["B", "A"], "default": "A", "aliases": ["F"], "doc": "x"}
    yield valid("enum", "symbols keep their order", CANONICAL, enum, '{"name":"E","type":"enum","symbols":["B","A"]}')
    for size in (0, 16, 2**31 - 1):
        fixed = {"type": "fixed", "name": "F", "size": size}
        yield valid(
            f"fixed-{size}", "a size of bytes", DECLARATION, fixed, f'{{"name":"F","type":"fixed","size":{size}}}'
        )
    yield valid("record-empty", "no fields", DECLARATION, record(), canonical_record())
    decorated = record(field("int", doc="x", order="descending", aliases=["b"], default=1), doc="x", aliases=["S"])
    shows = "doc, default, order and aliases do not count"
    yield valid("record-attributes", shows, CANONICAL, decorated, canonical_record(("a", '"int"')))
    node = record(field("int", "value"), field(["null", "Node"], "next"), name="Node")
    inside = canonical_record(("value", '"int"'), ("next", '["null","Node"]'), name="Node")
    yield valid("record-recursive", "a type that holds itself", NAMES, node, inside)
    error = {"type": "error", "name": "R", "fields": []}
    yield valid("error", "an error is a record", DECLARATION, error, canonical_record())


def _namespaces() -> Iterator[Row]:
    spaced = record(field("int"), namespace="x.y")
    yield valid("namespace", "names in full", CANONICAL, spaced, canonical_record(("a", '"int"'), name="x.y.R"))
    dotted = record(field("int"), name="x.y.R", namespace="z")
    shows = "a name with dots is in full: the namespace beside it does not count"
    yield valid("namespace-dotted", shows, NAMES, dotted, canonical_record(("a", '"int"'), name="x.y.R"))
    empty = record(field("int"), namespace="")
    yield valid("namespace-empty", "the empty namespace is none", NAMES, empty, canonical_record(("a", '"int"')))
    inner = record(field({"type": "fixed", "name": "F", "size": 1}), field("F", "b"), field("x.F", "c"), namespace="x")
    of_x = '{"name":"x.F","type":"fixed","size":1}'
    inside = canonical_record(("a", of_x), ("b", '"x.F"'), ("c", '"x.F"'), name="x.R")
    yield valid("namespace-inherited", "of the type around it", NAMES, inner, inside)
    sibling = record(field(record(field("int"), name="y.S")), field("y.S", "b"), namespace="x")
    deep = canonical_record(("a", '"int"'), name="y.S")
    yield valid(
        "namespace-other",
        "a dotted name within",
        NAMES,
        sibling,
        canonical_record(("a", deep), ("b", '"y.S"'), name="x.R"),
    )
    left = record(field({"type": "enum", "name": "E", "namespace": "", "symbols": ["A"]}), namespace="x")
    inside = canonical_record(("a", '{"name":"E","type":"enum","symbols":["A"]}'), name="x.R")
    yield valid("namespace-left", "the empty one within another", NAMES, left, inside)
    kept = record(field(record(field({"type": "fixed", "name": "F", "size": 1}), name="y.S")), namespace="x")
    deep = canonical_record(("a", '{"name":"y.F","type":"fixed","size":1}'), name="y.S")
    yield valid(
        "namespace-of-dotted",
        "a dotted name sets it for what is within",
        NAMES,
        kept,
        canonical_record(("a", deep), name="x.R"),
    )


def _texts_and_defaults() -> Iterator[Row]:
    reordered = '{ "fields" : [ { "type" : "int" , "name" : "a" } ] ,\n"type":"record", "name":"R"}'
    yield valid(
        "order-of-keys",
        "name, type, fields, symbols, items, values, size",
        CANONICAL,
        reordered,
        canonical_record(("a", '"int"')),
    )
    escaped = '{"type":"record","name":"\\u0052","fields":[]}'
    yield valid("escapes", "escapes are read", CANONICAL, escaped, canonical_record())
    for name in ("record", "_", "_1", "A" * 300, "toString", "constructor", "__proto__"):
        shows = "a name like another"
        yield valid(f"name-{name[:20]}", shows, NAMES, record(name=name), canonical_record(name=name))
    symbols = {"type": "enum", "name": "E", "symbols": ["null", "int", "toString", "constructor", "__proto__"]}
    inside = '{"name":"E","type":"enum","symbols":["null","int","toString","constructor","__proto__"]}'
    yield valid("symbols-like-words", "symbols are names of their own", DECLARATION, symbols, inside)
    alias = record(field("int"), aliases=["no name!", "x.y"])
    yield valid("alias-any-text", "since 1.12 an alias is any text", "Aliases", alias, canonical_record(("a", '"int"')))
    same = record(field("string"), field({"type": "string", "logicalType": "uuid"}, "b"))
    inside = canonical_record(("a", '"string"'), ("b", '"string"'))
    yield valid("logical", "a logical type does not count", CANONICAL, same, inside)
    for schema, value in (
        ("null", None),
        ("boolean", True),
        ("int", 1),
        ("long", 2**40),
        ("float", 1.5),
        ("float", 1),
        ("double", -0.0),
        ("double", "NaN"),
        ("bytes", "\u00ff"),
        ("string", "x"),
        (["null", "int"], None),
        (["null", "int"], 1),
        (["int", "double"], 1.5),
        ({"type": "array", "items": "int"}, [1]),
        ({"type": "map", "values": "int"}, {"k": 1}),
    ):
        shape = '"' + schema + '"' if isinstance(schema, str) else json.dumps(schema, separators=(",", ":"))
        label = f"default-{json.dumps(schema, separators=(',', ':'))}-{value}".translate({ord(c): "" for c in '"[]{} '})
        shows = "a default of the field's type; since 1.12 of any branch of a union"
        one = record(field(schema, default=value))
        yield valid(label, shows, "Complex Types, Records", one, canonical_record(("a", shape)))


def _invalid() -> Iterator[Row]:
    for name, schema, error in (
        ("empty", "", "json"),
        ("no-json", '{"type": "int"', "json"),
        ("two", '"int" "int"', "json"),
        ("comment", '/* x */ "int"', "json"),
        ("bare", "int", "json"),
        ("number", "1", "type-invalid"),
        ("true", "true", "type-invalid"),
        ("json-null", "null", "type-invalid"),
        ("no-type", {"name": "x"}, "type-invalid"),
        ("unknown", '"text"', "name-unknown"),
        ("unknown-case", '"Int"', "name-unknown"),
        ("array-no-items", {"type": "array"}, "attribute-missing"),
        ("map-no-values", {"type": "map"}, "attribute-missing"),
        ("enum-no-symbols", {"type": "enum", "name": "E"}, "attribute-missing"),
        ("enum-no-name", {"type": "enum", "symbols": ["A"]}, "attribute-missing"),
        ("fixed-no-size", {"type": "fixed", "name": "F"}, "attribute-missing"),
        ("fixed-no-name", {"type": "fixed", "size": 1}, "attribute-missing"),
        ("record-no-fields", {"type": "record", "name": "R"}, "attribute-missing"),
        ("record-no-name", {"type": "record", "fields": []}, "attribute-missing"),
        ("field-no-name", record({"type": "int"}), "attribute-missing"),
        ("field-no-type", record({"name": "a"}), "attribute-missing"),
        ("fields-object", {"type": "record", "name": "R", "fields": {}}, "attribute-invalid"),
        ("field-text", record("a"), "attribute-invalid"),
        ("symbols-text", {"type": "enum", "name": "E", "symbols": "A"}, "attribute-invalid"),
        ("symbol-number", {"type": "enum", "name": "E", "symbols": [1]}, "symbol-invalid"),
        ("symbol-empty", {"type": "enum", "name": "E", "symbols": [""]}, "symbol-invalid"),
        ("symbol-twice", {"type": "enum", "name": "E", "symbols": ["A", "A"]}, "symbol-duplicate"),
        ("fixed-minus", {"type": "fixed", "name": "F", "size": -1}, "attribute-invalid"),
        ("fixed-fraction", {"type": "fixed", "name": "F", "size": 1.5}, "attribute-invalid"),
        ("fixed-2^31", {"type": "fixed", "name": "F", "size": 2**31}, "attribute-invalid"),
        ("name-empty", record(name=""), "name-invalid"),
        ("name-type", {"type": "record", "name": 1, "fields": []}, "attribute-invalid"),
        ("field-name-empty", record(field("int", "")), "name-invalid"),
        ("field-twice", record(field("int"), field("int")), "field-duplicate"),
        ("name-twice", record(field(record(field("int"), name="S")), field(record(name="S"), "b")), "name-duplicate"),
    ):
        yield invalid(name, f"refused by every reading: {error}", DECLARATION, schema, error)
    defaults: list[tuple[str, Any, Any]] = [
        ("int-text", "int", "1"),
        ("int-fraction", "int", 1.5),
        ("int-2^31", "int", 2**31),
        ("long-2^63", "long", 2**63),
        ("string-number", "string", 1),
        ("bytes-256", "bytes", "\u0100"),
        ("boolean-number", "boolean", 0),
        ("null-text", "null", "null"),
        ("array-object", {"type": "array", "items": "int"}, {}),
        ("map-array", {"type": "map", "values": "int"}, []),
        ("union", ["null", "int"], "x"),
        ("fixed-short", {"type": "fixed", "name": "F", "size": 2}, "a"),
        ("enum-other", {"type": "enum", "name": "E", "symbols": ["A"]}, "B"),
        ("record-missing", record(field("int"), name="S"), {}),
    ]
    for label, schema, value in defaults:
        shows = "a default that is no value of its type; in a file's schema nothing reads it"
        yield Row(
            f"default-{label}",
            shows,
            "Complex Types, Records",
            {"schema_text": text(record(field(schema, default=value)))},
            REFUSE,
            ACCEPT,
            error="default-invalid",
        )


def _lenient() -> Iterator[Row]:
    """What files hold that some library has written: refused from users, read from files."""
    unicode = canonical_record(name="ñ")
    yield invalid("name-unicode", "names are of ASCII", NAMES, record(name="ñ"), "name-invalid", unicode)
    yield invalid(
        "name-hyphen", "names have no hyphens", NAMES, record(name="a-b"), "name-invalid", canonical_record(name="a-b")
    )
    dashed = canonical_record(("a b", '"int"'))
    yield invalid(
        "field-name-space", "nor do fields' names", NAMES, record(field("int", "a b")), "name-invalid", dashed
    )
    shows = "no symbols: no value is one"
    enum = {"type": "enum", "name": "E", "symbols": []}
    yield invalid("symbols-none", shows, DECLARATION, enum, "symbol-missing", '{"name":"E","type":"enum","symbols":[]}')
    for symbol in ("a-b", "a.b"):
        enum = {"type": "enum", "name": "E", "symbols": [symbol]}
        read = f'{{"name":"E","type":"enum","symbols":["{symbol}"]}}'
        yield invalid(f"symbol-{symbol}", "symbols are names", DECLARATION, enum, "symbol-invalid", read)
    enum = {"type": "enum", "name": "E", "symbols": ["A"], "default": "B"}
    read = '{"name":"E","type":"enum","symbols":["A"]}'
    yield invalid("enum-default", "no symbol of the enum", DECLARATION, enum, "default-invalid", read)
    digit = canonical_record(name="1")
    yield invalid("name-number", "names do not begin with a digit", NAMES, record(name="1"), "name-invalid", digit)
    yield invalid(
        "union-nested", "a union in a union", DECLARATION, ["null", ["int"]], "union-nested", '["null",["int"]]'
    )
    for kind, inner in (("array", "items"), ("map", "values")):
        two = [{"type": kind, inner: one} for one in ("int", "long")]
        read = json.dumps(two, separators=(",", ":"))
        shows = f"two branches of the type {kind}: the index decides"
        yield invalid(f"union-{kind}s", shows, DECLARATION, two, "union-duplicate", read)
    yield invalid("union-empty", "no branches: no value is one", DECLARATION, "[]", "union-empty", "[]")
    yield invalid("union-twice", "the index decides", DECLARATION, ["int", "int"], "union-duplicate", '["int","int"]')
    logical = ["string", {"type": "string", "logicalType": "uuid"}]
    shows = "logical types do not tell branches apart"
    yield invalid("union-logical", shows, DECLARATION, logical, "union-duplicate", '["string","string"]')
    yield invalid("type-nested", "a type within type", DECLARATION, {"type": {"type": "int"}}, "type-nested", '"int"')
    nested = {"type": ["null", "int"]}
    yield invalid("type-nested-union", "a union within type", DECLARATION, nested, "type-nested", '["null","int"]')
    quoted = {"type": "fixed", "name": "F", "size": "016"}
    shows = "a size in quotes, of which the canonical form speaks"
    yield invalid(
        "fixed-quoted", shows, CANONICAL, quoted, "attribute-invalid", '{"name":"F","type":"fixed","size":16}'
    )
    again = record(
        field({"type": "fixed", "name": "F", "size": 1}), field({"type": "fixed", "name": "F", "size": 1}, "b")
    )
    inside = canonical_record(("a", '{"name":"F","type":"fixed","size":1}'), ("b", '"F"'))
    yield invalid("name-twice-equal", "defined twice, alike", NAMES, again, "name-duplicate", inside)
    bare = record(field({"type": "fixed", "name": "F", "namespace": "", "size": 1}), field("F", "b"), namespace="x")
    inside = canonical_record(("a", '{"name":"F","type":"fixed","size":1}'), ("b", '"F"'), name="x.R")
    yield invalid("name-bare", "a bare name is of the namespace around it", NAMES, bare, "name-bare", inside)
    endless = record(field("R"))
    yield invalid(
        "endless",
        "a record that no value fills",
        DECLARATION,
        endless,
        "record-endless",
        canonical_record(("a", '"R"')),
    )


def _hostile() -> Iterator[Row]:
    for depth in (257, 1_000, 100_000):
        shows = f"{depth} levels, where 256 are the limit"
        yield runs(
            f"depth-{depth}", shows, "limit-depth", ('{"type":"array","items":', depth), ('"int"', 1), ("}", depth)
        )
        yield runs(f"brackets-{depth}", shows, "limit-depth", ("[", depth), ("]", depth))
    yield invalid("self", "a name that nothing defines", DECLARATION, '{"type":"array","items":"A"}', "name-unknown")


def runs(name: str, shows: str, error: str, *parts: tuple[str, int]) -> Row:
    """So many times this text, then so many times that."""
    return Row(name, shows, DECLARATION, {"schema_runs": [list(part) for part in parts]}, REFUSE, error=error)
