"""Logical types: the value of the base type, its bytes, and as text what it means; and which are ignored.

Texts: decimals in plain digits with as many places as the scale; ISO 8601 for dates and times, with `Z` for instants
and without for local ones; UUIDs in lower case; durations as months, days and milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.avro.make import wire
from conformance.avro.make.row import ACCEPT, REFUSE, Row

LOGICAL = "Logical Types"
DECIMAL = "Logical Types, Decimal"


def rows() -> Iterator[Row]:
    yield from _decimals()
    yield from _big_decimals()
    yield from _times()
    yield from _others()
    yield from _ignored()


def means(name: str, shows: str, spec: str, schema: Any, value: Any, content: bytes, text: str) -> Row:
    return Row(name, shows, spec, {"schema": schema, "value": value, "bytes": content.hex(), "means": text})


def bad(name: str, shows: str, spec: str, schema: Any, content: bytes, error: str, value: Any = None) -> Row:
    """Refused; read leniently as the value of the base type, where one is given."""
    form = {"schema": schema, "bytes": content.hex()}
    if value is None:
        return Row(name, shows, spec, form, REFUSE, error=error)
    return Row(name, shows, spec, form | {"value": value}, REFUSE, ACCEPT, error=error)


def decimal(precision: int, scale: int | None = None, base: Any = "bytes") -> dict[str, Any]:
    """A decimal on bytes, or on a fixed of ``base`` bytes."""
    on = {"type": "bytes"} if base == "bytes" else {"type": "fixed", "name": "D", "size": base}
    return on | {"logicalType": "decimal", "precision": precision} | ({} if scale is None else {"scale": scale})


def latin(content: bytes) -> str:
    return content.decode("latin-1")


def signed(value: int, size: int = 0) -> bytes:
    """Two's complement, the highest byte first; as short as it can be, or of ``size`` bytes."""
    least = (value.bit_length() if value >= 0 else (value + 1).bit_length()) // 8 + 1
    return value.to_bytes(size or least, "big", signed=True)


def _decimals() -> Iterator[Row]:
    for unscaled, scale, text in (
        (0, 2, "0.00"),
        (1, 2, "0.01"),
        (-1, 2, "-0.01"),
        (150, 2, "1.50"),
        (127, 2, "1.27"),
        (128, 2, "1.28"),
        (-128, 2, "-1.28"),
        (-129, 2, "-1.29"),
        (999_999, 2, "9999.99"),
        (-999_999, 2, "-9999.99"),
        (12, 0, "12"),
        (5, 6, "0.000005"),
    ):
        schema, raw = decimal(6, scale), signed(unscaled)
        shows = "two's complement of the digits, the highest byte first, as short as it can be"
        yield means(f"decimal-{text}", shows, DECIMAL, schema, latin(raw), wire.blob(raw), text)
        raw = signed(unscaled, 4)
        shows = "the same in a fixed, filled by its sign"
        yield means(f"decimal-fixed-{text}", shows, DECIMAL, decimal(6, scale, 4), latin(raw), raw, text)
    raw = signed(10**37 + 1)
    yield means(
        "decimal-wide",
        "more digits than 64 bits hold",
        DECIMAL,
        decimal(38),
        latin(raw),
        wire.blob(raw),
        str(10**37 + 1),
    )
    raw = signed(7)
    yield means(
        "decimal-no-scale", "the scale is 0 where none is given", DECIMAL, decimal(4), latin(raw), wire.blob(raw), "7"
    )
    raw = b"\0\0\0\7"
    form = {
        "schema": decimal(4),
        "value": latin(raw),
        "bytes": wire.blob(raw).hex(),
        "means": "7",
        "direction": "decode",
    }
    yield Row("decimal-long-form", "more bytes than are needed", DECIMAL, form)
    raw = signed(12345)
    shows = "more digits than the precision allows: never rounded"
    yield bad("decimal-precision", shows, DECIMAL, decimal(4, 2), wire.blob(raw), "logical-invalid", latin(raw))
    yield bad("decimal-empty", "no bytes are no number", DECIMAL, decimal(4, 2), wire.blob(b""), "logical-invalid", "")
    raw = bytes([1]) + bytes(1024)
    shows = "1025 bytes, where 1 KiB is the limit: to print digits takes time by their square"
    yield bad("decimal-huge", shows, DECIMAL, decimal(10_000), wire.blob(raw), "limit-decimal")


def _big_decimals() -> Iterator[Row]:
    schema = {"type": "bytes", "logicalType": "big-decimal"}
    spec = "Logical Types, Big decimal"
    for unscaled, scale, text in ((0, 0, "0"), (150, 2, "1.50"), (-1, 3, "-0.001"), (12, -2, "1200")):
        inner = wire.blob(signed(unscaled)) + wire.long(scale)
        shows = "within bytes: the digits with their length, then the scale"
        yield means(f"big-decimal-{text}", shows, spec, schema, latin(inner), wire.blob(inner), text)
    for name, inner, error in (
        ("scale-2^31", wire.blob(b"\1") + wire.long(2**31), "logical-invalid"),
        ("scale-max", wire.blob(b"\1") + wire.long(2**31 - 1), "limit-decimal"),
        ("scale-min", wire.blob(b"\1") + wire.long(-(2**31)), "limit-decimal"),
        ("left", wire.blob(b"\1") + wire.long(0) + b"\0", "logical-invalid"),
        ("no-scale", wire.blob(b"\1"), "logical-invalid"),
        ("length", wire.long(100) + b"\1" + wire.long(0), "logical-invalid"),
        ("empty", b"", "logical-invalid"),
    ):
        shows = "a few bytes that claim a number of gigabytes, or no number"
        yield bad(f"big-decimal-{name}", shows, spec, schema, wire.blob(inner), error)


def _times() -> Iterator[Row]:
    rows: list[tuple[str, str, str, list[tuple[int, str]]]] = [
        (
            "date",
            "int",
            "days from 1970-01-01",
            [(0, "1970-01-01"), (-1, "1969-12-31"), (19_782, "2024-02-29"), (-719_162, "0001-01-01")],
        ),
        ("time-millis", "int", "milliseconds from midnight", [(0, "00:00:00.000"), (86_399_999, "23:59:59.999")]),
        (
            "time-micros",
            "long",
            "microseconds from midnight",
            [(1, "00:00:00.000001"), (86_399_999_999, "23:59:59.999999")],
        ),
        (
            "timestamp-millis",
            "long",
            "from 1970-01-01T00:00:00Z",
            [
                (0, "1970-01-01T00:00:00.000Z"),
                (-1, "1969-12-31T23:59:59.999Z"),
                (1_709_210_096_789, "2024-02-29T12:34:56.789Z"),
            ],
        ),
        (
            "timestamp-micros",
            "long",
            "from 1970-01-01T00:00:00Z; before it, too, parts count forwards",
            [(1, "1970-01-01T00:00:00.000001Z"), (-1, "1969-12-31T23:59:59.999999Z")],
        ),
        (
            "timestamp-nanos",
            "long",
            "since 1.12",
            [
                (1, "1970-01-01T00:00:00.000000001Z"),
                (-1, "1969-12-31T23:59:59.999999999Z"),
                (wire.MAX_LONG, "2262-04-11T23:47:16.854775807Z"),
                (wire.MIN_LONG, "1677-09-21T00:12:43.145224192Z"),
            ],
        ),
        (
            "local-timestamp-millis",
            "long",
            "without a zone",
            [(0, "1970-01-01T00:00:00.000"), (-1, "1969-12-31T23:59:59.999")],
        ),
        ("local-timestamp-micros", "long", "without a zone", [(-1, "1969-12-31T23:59:59.999999")]),
        ("local-timestamp-nanos", "long", "since 1.12", [(-1, "1969-12-31T23:59:59.999999999")]),
    ]
    for kind, base, shows, values in rows:
        for value, text in values:
            schema = {"type": base, "logicalType": kind}
            yield means(f"{kind}-{value}", shows, f"Logical Types, {kind}", schema, value, wire.long(value), text)
    for kind, base, value in (
        ("time-millis", "int", -1),
        ("time-millis", "int", 86_400_000),
        ("time-micros", "long", -1),
        ("time-micros", "long", 86_400_000_000),
    ):
        schema = {"type": base, "logicalType": kind}
        shows = "a time is from 0 to less than 24 hours"
        yield bad(f"{kind}-{value}", shows, LOGICAL, schema, wire.long(value), "logical-invalid", value)
    for kind, base, value in (
        ("date", "int", wire.MAX_INT),
        ("timestamp-millis", "long", wire.MAX_LONG),
        ("timestamp-micros", "long", wire.MIN_LONG),
    ):
        schema = {"type": base, "logicalType": kind}
        form = {"schema": schema, "value": value, "bytes": wire.long(value).hex(), "range": True}
        shows = (
            "beyond what many hosts' types hold: where the type does not hold it, a typed error and never another value"
        )
        yield Row(f"{kind}-{value}", shows, LOGICAL, form)


def _others() -> Iterator[Row]:
    text = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    schema: dict[str, Any] = {"type": "string", "logicalType": "uuid"}
    spec = "Logical Types, UUID"
    yield means("uuid", "36 characters", spec, schema, text, wire.text(text), text)
    upper = {"schema": schema, "value": text.upper(), "bytes": wire.text(text.upper()).hex(), "means": text}
    yield Row("uuid-upper", "in any case", spec, upper | {"direction": "decode"})
    fixed = {"type": "fixed", "name": "U", "size": 16, "logicalType": "uuid"}
    raw = bytes.fromhex(text.replace("-", ""))
    yield means("uuid-fixed", "since 1.12: 16 bytes, in the order of the digits", spec, fixed, latin(raw), raw, text)
    for name, content in (
        ("short", text[:-1]),
        ("no-hyphens", text.replace("-", "")),
        ("letter", "g" + text[1:]),
        ("braces", "{" + text + "}"),
        ("empty", ""),
    ):
        yield bad(
            f"uuid-{name}", "not of the form of RFC 4122", spec, schema, wire.text(content), "logical-invalid", content
        )
    spec = "Logical Types, Duration"
    duration = {"type": "fixed", "name": "P", "size": 12, "logicalType": "duration"}
    for months, days, millis in ((0, 0, 0), (1, 2, 3), (2**32 - 1, 2**32 - 1, 2**32 - 1)):
        raw = b"".join(part.to_bytes(4, "little") for part in (months, days, millis))
        shows = "three unsigned numbers, little-endian; nothing is carried over"
        text = f"{months} months, {days} days, {millis} ms"
        yield means(f"duration-{months}", shows, spec, duration, latin(raw), raw, text)


def _ignored() -> Iterator[Row]:
    """A logical type that does not fit counts for nothing: the value is that of the base type."""
    for name, schema, value, content in (
        ("unknown", {"type": "int", "logicalType": "mine"}, 1, wire.long(1)),
        ("no-text", {"type": "int", "logicalType": 5}, 1, wire.long(1)),
        ("date-on-long", {"type": "long", "logicalType": "date"}, 1, wire.long(1)),
        ("date-on-string", {"type": "string", "logicalType": "date"}, "x", wire.text("x")),
        ("decimal-no-precision", {"type": "bytes", "logicalType": "decimal"}, "\1", wire.blob(b"\1")),
        ("decimal-precision-0", decimal(0), "\1", wire.blob(b"\1")),
        (
            "decimal-precision-text",
            {"type": "bytes", "logicalType": "decimal", "precision": "4"},
            "\1",
            wire.blob(b"\1"),
        ),
        ("decimal-scale-more", decimal(2, 3), "\1", wire.blob(b"\1")),
        ("decimal-scale-minus", decimal(2, -1), "\1", wire.blob(b"\1")),
        ("decimal-fixed-small", decimal(5, 0, 2), "\0\1", b"\0\1"),
        ("decimal-on-int", {"type": "int", "logicalType": "decimal", "precision": 4}, 1, wire.long(1)),
        ("uuid-on-fixed-15", {"type": "fixed", "name": "U", "size": 15, "logicalType": "uuid"}, "\0" * 15, bytes(15)),
        (
            "duration-on-fixed-11",
            {"type": "fixed", "name": "P", "size": 11, "logicalType": "duration"},
            "\0" * 11,
            bytes(11),
        ),
        ("time-millis-on-long", {"type": "long", "logicalType": "time-millis"}, -1, wire.long(-1)),
    ):
        form = {"schema": schema, "value": value, "bytes": content.hex(), "means": None}
        yield Row(f"ignored-{name}", "ignored: the base type alone counts", LOGICAL, form)
    raw = b"\x7f\xff"
    shows = "four digits are the most that two bytes hold for sure"
    yield means("decimal-fixed-most", shows, DECIMAL, decimal(4, 0, 2), latin(signed(9999, 2)), signed(9999, 2), "9999")
    yield bad(
        "decimal-fixed-precision",
        "32767 has five digits",
        DECIMAL,
        decimal(4, 0, 2),
        raw,
        "logical-invalid",
        latin(raw),
    )
