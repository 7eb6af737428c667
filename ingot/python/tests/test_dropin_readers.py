"""`ingot.fastavro` beside fastavro: data that are read by another schema than their writer's."""

from __future__ import annotations

import datetime
import io
from typing import Any

import pytest

from ingot import fastavro

theirs = pytest.importorskip("fastavro")


def record(name: str, **fields: Any) -> dict[str, Any]:
    """A record; a field that is a pair has a type and a default."""
    made = []
    for field, of in fields.items():
        more = {"type": of[0], "default": of[1]} if isinstance(of, tuple) else {"type": of}
        made.append({"name": field, **more})
    return {"type": "record", "name": name, "fields": made}


def both(data: bytes, writer: Any, reader: Any, **options: Any) -> tuple[Any, Any]:
    """What is read here, and by fastavro."""
    ours, other = (one.schemaless_reader(io.BytesIO(data), writer, reader, **options) for one in (fastavro, theirs))
    return ours, other


def written(schema: Any, value: Any) -> bytes:
    file = io.BytesIO()
    theirs.schemaless_writer(file, schema, value)
    return file.getvalue()


TEXT = record("R", s="string")
MORE = record("R", s="string", n=("int", 0))
TEXTS = record(
    "Texts",
    first=["null", "string", "int"],
    all={"type": "array", "items": ["int", "string"]},
    by={"type": "map", "values": record("In", f="float", s="string", b="bytes")},
    kind={"type": "enum", "name": "Kind", "symbols": ["A", "B"]},
    gone="string",
    last="string",
)
SOME = record(
    "Texts",
    n=("int", 7),
    last="bytes",
    by=TEXTS["fields"][2]["type"],
    first=["string", "null"],
    all=TEXTS["fields"][1]["type"],
)


@pytest.mark.parametrize("errors", ["replace", "ignore", "backslashreplace"])
def test_texts_that_are_not_utf8(errors: str) -> None:
    ours, other = both(b"\4a\xff", TEXT, MORE, handle_unicode_errors=errors)
    assert ours == other
    assert ours["n"] == 0
    inner = {"f": 0.1, "s": "QQ", "b": b"\xfe\xff"}
    value = {"first": "QQQ", "all": [1, "QQ", "é"], "by": {"ü": inner}, "kind": "B", "gone": "good", "last": "QQ"}
    data = written(TEXTS, value).replace(b"QQQ", b"\xffb\xc3").replace(b"QQ", b"a\xff")
    ours, other = both(data, TEXTS, SOME, handle_unicode_errors=errors)
    assert ours == other
    assert ours["last"] == b"a\xff".decode(errors=errors).encode()


def test_records_behind_texts_that_are_not_utf8() -> None:
    file = io.BytesIO()
    fastavro.writer(file, TEXT, [{"s": "QQ"}, {"s": "good"}, {"s": "QQ"}])
    data = file.getvalue().replace(b"QQ", b"a\xff")
    found = list(fastavro.reader(io.BytesIO(data), MORE, handle_unicode_errors="replace"))
    assert found == list(theirs.reader(io.BytesIO(data), MORE, handle_unicode_errors="replace"))
    assert [one["s"] for one in found] == ["a\ufffd", "good", "a\ufffd"]
    two = io.BytesIO(b"\4a\xff\2b")
    options: dict[str, Any] = {"handle_unicode_errors": "ignore"}
    assert fastavro.schemaless_reader(two, TEXT, MORE, **options) == {"s": "a", "n": 0}
    assert fastavro.schemaless_reader(two, TEXT, MORE, **options) == {"s": "b", "n": 0}


def test_texts_that_are_refused() -> None:
    for reader in (fastavro.schemaless_reader, theirs.schemaless_reader):
        with pytest.raises(UnicodeDecodeError):
            reader(io.BytesIO(b"\4a\xff"), TEXT, MORE)
        # Bytes that are read as a string have to be one, whatever is said of texts.
        with pytest.raises(ValueError, match=r"(?i)utf-8"):
            reader(io.BytesIO(b"\4a\xff"), "bytes", "string", handle_unicode_errors="replace")


def test_texts_with_half_of_a_surrogate_pair_are_refused_with_a_readers_schema() -> None:
    options: dict[str, Any] = {"handle_unicode_errors": "surrogateescape"}
    assert fastavro.schemaless_reader(io.BytesIO(b"\4a\xff"), TEXT, **options) == {"s": "a\udcff"}
    assert theirs.schemaless_reader(io.BytesIO(b"\4a\xff"), TEXT, MORE, **options) == {"s": "a\udcff", "n": 0}
    with pytest.raises(ValueError, match="surrogate"):
        fastavro.schemaless_reader(io.BytesIO(b"\4a\xff"), TEXT, MORE, **options)


A = record("A", a="int")
B = record("B", b="int")
NAMES = {"return_record_name": True}
ONE = {"return_record_name": True, "return_record_name_override": True}


@pytest.mark.parametrize(
    ("writer", "reader", "options", "ours", "other"),
    [
        (["null", A, B], ["null", B, A], NAMES, ("A", {"a": 1}), ("A", {"a": 1})),
        (["null", A], ["null", A, B], NAMES, ("A", {"a": 1}), ("A", {"a": 1})),
        (A, ["null", A], NAMES, ("A", {"a": 1}), {"a": 1}),
        (["null", A], A, NAMES, {"a": 1}, ("A", {"a": 1})),
        (["null", A, B], ["null", A], ONE, {"a": 1}, ("A", {"a": 1})),
        (["null", A], ["null", A, B], ONE, ("A", {"a": 1}), {"a": 1}),
    ],
)
def test_names_of_records_go_by_the_readers_unions(
    writer: Any, reader: Any, options: dict[str, bool], ours: Any, other: Any
) -> None:
    writer, reader = record("R", u=writer), record("R", u=reader)
    found = both(written(writer, {"u": {"a": 1}}), writer, reader, **options)
    assert found == ({"u": ours}, {"u": other})
    named = {name.replace("record_name", "named_type"): value for name, value in options.items()}
    assert both(written(writer, {"u": {"a": 1}}), writer, reader, **named) == found


def test_defaults_that_a_readers_schema_adds_are_values_as_if_they_were_read() -> None:
    date = {"type": "int", "logicalType": "date"}
    reader = record(
        "R",
        f=("float", 0.1),
        d=(date, 0),
        b=("bytes", "\xff"),
        u=([record("In", n=("int", 3)), "null"], {}),
        i=("int", 1),
    )
    ours, other = both(b"", record("R"), reader, return_record_name=True)
    assert other == {"f": 0.1, "d": 0, "b": "\xff", "u": {}, "i": 1}
    assert ours == {
        "f": 0.10000000149011612,
        "d": datetime.date(1970, 1, 1),
        "b": b"\xff",
        "u": ("In", {"n": 3}),
        "i": 1,
    }


def test_functions_that_read_logical_types_are_handed_the_readers_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(data: Any, writer: Any, reader: Any = None) -> Any:
        return data, writer["of"], reader and reader["of"]

    for module in (fastavro, theirs):
        monkeypatch.setitem(module.read.LOGICAL_READERS, "string-odd", read)
    writer, reader = ({"type": "string", "logicalType": "odd", "of": side} for side in ("writer", "reader"))
    assert both(b"\2a", writer, None) == (("a", "writer", None),) * 2
    ours, other = both(b"\2a", record("R", s=writer), record("R", s=reader))
    assert ours == {"s": ("a", "reader", "reader")}
    assert other == {"s": ("a", "writer", "reader")}
