"""The JSON encoding: a value as JSON text. Values of the other files are in it, too; here the text itself is tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.avro.make.data import MD5, SUIT
from conformance.avro.make.row import ACCEPT, REFUSE, Row
from conformance.avro.make.schemas import field, record

SPEC = "JSON Encoding"


def rows() -> Iterator[Row]:
    pair = record(field("int"), field(["null", "string"], "b"))
    optional = ["null", "string", MD5]
    right: list[tuple[str, str, Any, str, Any]] = [
        ("null", "null", "null", "null", None),
        ("true", "a boolean", "boolean", "true", True),
        ("int", "an int", "int", "-7", -7),
        ("long", "beyond what a double holds", "long", "9007199254740993", 2**53 + 1),
        ("long-min", "the least long", "long", "-9223372036854775808", -(2**63)),
        ("double", "a double", "double", "0.1", 0.1),
        ("bytes", "a byte is the code point of its number", "bytes", '"\\u0000\\u007f\u0080\u00ff"', "\0\x7f\x80\xff"),
        ("string", "a string", "string", '"a\\"\\\\\\u0000é"', 'a"\\\0é'),
        ("string-astral", "in UTF-8, or as two escapes", "string", '"\\ud83c\\udf0d"', "🌍"),
        ("enum", "its symbol", SUIT, '"HEARTS"', "HEARTS"),
        ("fixed", "as bytes", MD5, '"' + "a" * 16 + '"', "a" * 16),
        ("array", "an array", {"type": "array", "items": "int"}, "[1,2]", [1, 2]),
        ("map", "an object", {"type": "map", "values": "int"}, '{"k":1}', {"k": 1}),
        ("record", "an object", pair, '{"a":1,"b":{"string":"x"}}', {"a": 1, "b": {"string": "x"}}),
        ("record-order", "its fields in any order", pair, '{"b":null,"a":1}', {"a": 1, "b": None}),
        ("union-null", "null stands alone", optional, "null", None),
        ("union-string", "else an object of one key, the branch's name", optional, '{"string":"a"}', {"string": "a"}),
        ("union-named", "a named type by its name", optional, '{"MD5":"' + "a" * 16 + '"}', {"MD5": "a" * 16}),
        ("int-as-real", "whole, and exact", "int", "1.0", 1),
        ("int-exponent", "whole, and exact", "int", "1e2", 100),
        ("long-as-real", "whole, and exact", "long", "16777217.0", 16_777_217),
        ("double-whole", "a whole number", "double", "1", 1.0),
        ("minus-zero", "the sign of zero stays", "double", "-0.0", -0.0),
    ]
    right += [
        (f"double-{name}", "no finite number, as a string", "double", f'"{name}"', name)
        for name in ("NaN", "Infinity", "-Infinity")
    ]
    for name, shows, schema, text, value in right:
        yield Row(name, shows, SPEC, {"schema": schema, "json": text, "value": value})
    space = record(field(["null", record(name="x.In")], "b"))
    yield Row(
        "union-fullname",
        "by the name in full",
        SPEC,
        {"schema": space, "json": '{"b":{"x.In":{}}}', "value": {"b": {"x.In": {}}}},
    )

    wrong: list[tuple[str, str, Any, str, str]] = [
        ("no-json", "no JSON", "int", "1 2", "json"),
        ("empty", "nothing", "int", "", "json"),
        ("int-2^31", "an int has 32 bits", "int", "2147483648", "value-invalid"),
        ("int-half", "not whole", "int", "1.5", "value-invalid"),
        ("int-text", "a text is no int", "int", '"1"', "value-invalid"),
        ("long-2^63", "a long has 64 bits", "long", "9223372036854775808", "value-invalid"),
        ("long-huge", "a number of a few characters, as large as memory", "long", "1e999999999", "value-invalid"),
        ("float-huge", "beyond what a float holds", "float", "1e300", "value-invalid"),
        ("double-huge", "beyond what a double holds", "double", "1e999", "value-invalid"),
        ("bytes-256", "a code point above 255", "bytes", '"\\u0100"', "value-invalid"),
        ("string-lone-surrogate", "half a character", "string", '"\\ud800"', "value-invalid"),
        ("fixed-short", "15 bytes for 16", MD5, '"' + "a" * 15 + '"', "value-invalid"),
        ("symbol", "no symbol of the enum", SUIT, '"CLUBS"', "value-invalid"),
        ("boolean-number", "a number is no boolean", "boolean", "1", "value-invalid"),
        ("array-object", "an object is no array", {"type": "array", "items": "int"}, "{}", "value-invalid"),
        ("field-missing", "a field is missing", pair, '{"a":1}', "value-invalid"),
        ("union-other", "a branch that is not there", optional, '{"int":1}', "value-invalid"),
        ("union-two", "two keys", optional, '{"string":"a","MD5":"a"}', "value-invalid"),
        ("key-twice", "a key twice", pair, '{"a":1,"a":2,"b":null}', "key-duplicate"),
    ]
    for name, shows, schema, text, error in wrong:
        yield Row(f"bad-{name}", shows, SPEC, {"schema": schema, "json": text}, REFUSE, error=error)
    odd: list[tuple[str, str, Any, str, Any]] = [
        (
            "union-untagged",
            "without the branch's name, where one branch fits",
            ["null", "string"],
            '"a"',
            {"string": "a"},
        ),
        ("field-unknown", "a field that the schema does not have", pair, '{"a":1,"b":null,"c":2}', {"a": 1, "b": None}),
        ("nan-bare", "not JSON, but written by some", "double", "NaN", "NaN"),
    ]
    for name, shows, schema, text, value in odd:
        form = {"schema": schema, "json": text, "value": value}
        yield Row(
            f"odd-{name}", shows, SPEC, form, REFUSE, ACCEPT, error="json" if name == "nan-bare" else "value-invalid"
        )
    for depth in (101, 100_000):
        node = record(field({"type": "array", "items": "Tree"}, "c"), name="Tree")
        parts = [['{"c":[', depth], ["]}", depth]]
        yield Row(
            f"depth-{depth}",
            f"{depth} levels, where 100 are the limit",
            SPEC,
            {"schema": node, "json_runs": parts},
            REFUSE,
            error="limit-depth",
        )
