"""Schemas that users bring: wrong ones are one line, and right ones are taken however the libraries read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fastavro
import pytest

from assay.base.errors import AssayError
from assay.data import canonical, container_format
from assay.data.bare import bare
from assay.data.intake.own import own_record_set
from assay.data.intake.taking import take
from assay.data.reference import Reference, cross_check
from assay.data.schema import parse
from assay.data.schema_files import read_schema

F = {"type": "fixed", "name": "F", "size": 2}
E = {"type": "enum", "name": "E", "symbols": ["A", "B"]}
POINT = {"type": "record", "name": "P", "fields": [{"name": "x", "type": "long"}]}


def record(type_: Any, name: str = "R", **field: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": "x", "type": type_, **field}]}


def saved(folder: Path, schema: Any) -> Path:
    path = folder / "s.avsc"
    path.write_text(json.dumps(schema))
    return path


@pytest.mark.parametrize(
    ("type_", "default", "why"),
    [
        ("long", None, "expected long, found NoneType None"),
        ("int", 2**31, "outside the range of int"),
        ("string", 1, "expected a string"),
        ("boolean", 0, "expected a boolean"),
        (["null", "long"], "a", "expected long, found str 'a'"),
        (F, "a", "expected 2 bytes"),
        (E, "C", "expected one of A, B"),
        ({"type": "array", "items": "long"}, {}, "expected an array"),
        (POINT, {"x": "a"}, "x: expected long"),
        (POINT, {}, "x: the field is missing"),
    ],
)
def test_a_default_that_does_not_fit_is_named(tmp_path: Path, type_: Any, default: Any, why: str) -> None:
    with pytest.raises(AssayError, match=r"s\.avsc: R\.x: its default does not fit: ") as caught:
        read_schema(saved(tmp_path, record(type_, default=default)))
    assert why in str(caught.value) and "\n" not in str(caught.value)


def test_a_byte_order_mark_is_no_part_of_a_schema(tmp_path: Path) -> None:
    plain = saved(tmp_path, POINT)
    marked = tmp_path / "marked.avsc"
    marked.write_bytes(b"\xef\xbb\xbf" + plain.read_bytes())
    assert read_schema(marked) == read_schema(plain)


# Some of these are refused by fastavro.
RIGHT: dict[str, tuple[Any, Any]] = {
    "no record": ("long", 5),
    "nullable": (record(["null", "long"], default=None), {"x": 1}),
    "second branch": (record(["null", "long"], default=5), {"x": None}),
    "whole number": (record("double", default=0), {"x": 0.5}),
    "whole number in an object": (record({"type": "double", "unit": "m"}, default=0), {"x": 0.5}),
    "object in an object": (record({"type": {"type": "long"}}, default=0), {"x": 1}),
    "union in an object": (record({"type": ["null", "long"]}), {"x": 1}),
    "name in an object": ({**record(E), "fields": [*record(E)["fields"], {"name": "y", "type": {"type": "E"}}]},
                          {"x": "A", "y": "B"}),
    "bytes": (record(F, default="\u00ff\u0000"), {"x": b"ab"}),
    "record": (record(POINT, default={"x": 1}), {"x": {"x": 2}}),
    "itself": (record(["null", "R"], default=None), {"x": {"x": None}}),
    "enum's own": (record({**E, "default": "C"}), {"x": "A"}),
    "namespaces": (record(["null", record({**F, "namespace": ""}, "b.B")], "a.R"), {"x": {"x": b"ab"}}),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_taken_by_both_references(tmp_path: Path, name: str) -> None:
    document, value = RIGHT[name]
    text = read_schema(saved(tmp_path, document))
    schema = parse(text)
    codec = Reference(text, schema)
    assert codec.decode(codec.encode(value)) == value
    cross_check(text, [canonical.writer(schema)(value)], [codec.encode(value)], "here")
    codec.container(tmp_path / "r.avro", [value])
    with (tmp_path / "r.avro").open("rb") as file:
        assert len(list(fastavro.reader(file))) == 1


@pytest.mark.parametrize("name", RIGHT)
def test_the_bare_form_means_the_same(name: str) -> None:
    document, value = RIGHT[name]
    schema, again = parse(json.dumps(document)), parse(json.dumps(bare(parse(json.dumps(document)))))
    assert canonical.writer(schema)(value) == canonical.writer(again)(value)
    assert Reference(json.dumps(document), schema).encode(value) == Reference(json.dumps(bare(schema)), again).encode(
        value
    )


def test_a_name_without_a_namespace_is_not_seen_from_inside_one(tmp_path: Path) -> None:
    inner = {"name": "y", "type": record("F", "a.B")}
    with pytest.raises(AssayError, match=r's\.avsc: R\.y\.x: unknown type "a\.F": "F" is in no namespace'):
        read_schema(saved(tmp_path, {**record(F), "fields": [*record(F)["fields"], inner]}))
    with pytest.raises(AssayError, match='"namespace" must be text, not 5'):
        read_schema(saved(tmp_path, {**record("long"), "namespace": 5}))


def container(folder: Path, schema: Any, *datums: bytes) -> Path:
    path = folder / "d.avro"
    path.write_bytes(container_format.build(json.dumps(schema), datums, "null", None, 1 << 16, bytes(16)))
    return path


def test_a_container_whose_defaults_are_wrong_is_read(tmp_path: Path) -> None:
    path = container(tmp_path, {**record("long", default=None), "doc": "about"}, b"\x02", b"\x04")
    taken = take(path)
    assert taken.records == [{"x": 1}, {"x": 2}]
    assert [doubt.what for doubt in taken.doubts] == [
        "R.x: its default does not fit: expected long, found NoneType None; taken without defaults and attributes"
    ]
    assert json.loads(taken.schema_text)["fields"] == [{"name": "x", "type": "long"}]
    assert own_record_set(path, None, None, 1).facts.count == 2


@pytest.mark.parametrize("name", RIGHT)
def test_a_container_of_any_right_schema_is_read(tmp_path: Path, name: str) -> None:
    document, value = RIGHT[name]
    text = json.dumps(document)
    path = container(tmp_path, document, Reference(text, parse(text)).encode(value))
    taken = take(path)
    assert (taken.records, taken.doubts) == ([value], [])


def test_a_container_whose_schema_is_none_is_one_line(tmp_path: Path) -> None:
    path = container(tmp_path, record("nothing"), b"\x02")
    with pytest.raises(AssayError, match=r'd\.avro: R\.x: unknown type "nothing"'):
        take(path)
