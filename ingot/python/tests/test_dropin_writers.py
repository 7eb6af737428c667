"""`ingot.fastavro` beside fastavro: what is taken for a value, how deep it lies, what stands for a missing one."""

from __future__ import annotations

import io
import math
from collections import UserDict
from collections.abc import Callable
from typing import Any

import pytest

from ingot import fastavro

theirs = pytest.importorskip("fastavro")


def written(schema: Any, value: Any, module: Any = fastavro, **options: Any) -> bytes:
    file = io.BytesIO()
    module.schemaless_writer(file, schema, value, **options)
    return file.getvalue()


def of_json(line: str, schema: Any, module: Any = fastavro) -> list[Any]:
    return list(module.json_reader(io.StringIO(line), schema))


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ("boolean", ['"false"', '""', "null", "[1]", "[]", "{}", "0", "1.0"]),
        ("float", ['"1.5"', '"NaN"', "true", "false", "null", "[]"]),
        ("double", ['"1.5"', '"INF"', "true", "false", "null", "{}"]),
        ("int", ['"1"', "true", "1.0", "null", "2147483648"]),
        ("long", ['"1"', "false", "1.5", "null"]),
    ],
)
def test_json_of_another_type_is_refused(schema: str, values: list[str]) -> None:
    fields = [{"name": "v", "type": schema}, {"name": "u", "type": ["null", schema]}]
    within = {"type": "record", "name": "R", "fields": fields}
    for value in values:
        lines: list[tuple[Any, str]] = [
            (schema, value),
            (within, f'{{"v": {value}, "u": null}}'),
            (["null", schema], f'{{"{schema}": {value}}}'),
            ({"type": "array", "items": schema}, f"[{value}]"),
            ({"type": "map", "values": schema}, f'{{"a": {value}}}'),
        ]
        for whole, line in lines:
            with pytest.raises((ValueError, TypeError)):
                of_json(line, whole)


@pytest.mark.parametrize(
    ("schema", "line"),
    [
        ("boolean", "false"),
        ("boolean", "true"),
        ("double", "1"),
        ("double", "-1.5"),
        ("float", "0.5"),
        ("int", "-1"),
        ("long", "9223372036854775807"),
        (["null", "boolean"], '{"boolean": true}'),
        (["null", "double"], "null"),
        ("double", "Infinity"),
    ],
)
def test_json_that_is_taken(schema: Any, line: str) -> None:
    assert of_json(line, schema) == of_json(line, schema, theirs)


def test_json_of_what_is_no_number() -> None:
    out = io.StringIO()
    fastavro.json_writer(out, "double", [math.nan])
    (found,) = of_json(out.getvalue(), "double")
    assert math.isnan(found)
    # A default may be a text that says so.
    schema = {"type": "record", "name": "R", "fields": [{"name": "d", "type": "double", "default": "NaN"}]}
    assert written(schema, {}) == written(schema, {}, theirs)


def nodes(levels: int) -> dict[str, Any]:
    node: dict[str, Any] = {"next": None}
    for _ in range(levels - 1):
        node = {"next": node}
    return node


@pytest.mark.parametrize("union", [["null", "Node"], ["null", "int", "Node"], ["string", "Node", "null"]])
def test_records_in_unions_are_one_level_each(union: list[str]) -> None:
    schema = {"type": "record", "name": "Node", "fields": [{"name": "next", "type": union}]}
    assert written(schema, nodes(100)) == written(schema, nodes(100), theirs)
    assert fastavro.validate(nodes(100), schema)
    assert fastavro.validate(nodes(100), schema, raise_errors=False)
    assert fastavro.validation.validate_many([nodes(99), nodes(100)], schema)
    file = io.BytesIO()
    fastavro.writer(file, schema, [nodes(100)], validator=True)
    file.seek(0)
    assert list(fastavro.reader(file)) == [nodes(100)]
    deeper: list[Callable[[], Any]] = [
        lambda: written(schema, nodes(101)),
        lambda: fastavro.validate(nodes(101), schema),
        lambda: fastavro.validate(nodes(101), schema, raise_errors=False),
    ]
    for call in deeper:
        with pytest.raises(ValueError, match="nested"):
            call()


def test_arrays_and_maps_are_one_level_each() -> None:
    union: list[Any] = ["null", "int", {"type": "array", "items": "R"}, {"type": "map", "values": "R"}]
    schema = {"type": "record", "name": "R", "fields": [{"name": "in", "type": union}]}
    value: Any = {"in": []}
    for _ in range(24):
        value = {"in": [{"in": {"a": value}}]}
    assert fastavro.validate({"in": [value]}, schema)
    assert written(schema, {"in": [value]}) == written(schema, {"in": [value]}, theirs)


ODD = {"type": "string", "logicalType": "odd"}
DATE = {"type": "int", "logicalType": "date"}
INNER = {"type": "record", "name": "In", "fields": [{"name": "s", "type": ODD, "default": "in"}]}


@pytest.mark.parametrize(
    ("of", "default"),
    [
        (ODD, "x"),
        ([ODD, "null"], "x"),
        (["null", ODD], None),
        ({"type": "array", "items": ODD}, ["x", "y"]),
        (INNER, {"s": "x"}),
        (INNER, {}),
        (DATE, 5),
    ],
)
def test_functions_that_write_logical_types_write_defaults(
    of: Any, default: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = [{"name": "d", "type": of, "default": default}, {"name": "n", "type": "int"}]
    schema = fastavro.parse_schema({"type": "record", "name": "R", "fields": fields})
    other = theirs.parse_schema({"type": "record", "name": "R", "fields": fields})
    plain = written(schema, {"n": 1})
    turn = 0
    for module in (fastavro, theirs):
        writers = module.write.LOGICAL_WRITERS
        monkeypatch.setitem(writers, "string-odd", lambda data, _: f"{data}{turn}")
        monkeypatch.setitem(writers, "int-date", lambda data, _: data + turn)
    records: list[Any] = [{"n": 1}, UserDict({"n": 2}), {"n": 3, "more": 4}]
    for turn, record in enumerate(records):  # noqa: B007
        before = dict(record)
        assert written(schema, record) == written(other, record, theirs)
        assert dict(record) == before
    with pytest.raises(ValueError, match="missing from the record"):
        written(schema, {"n": 1}, strict=True)
    assert written(schema, {"n": 1}, strict_allow_default=True)[-1:] == b"\x02"
    monkeypatch.undo()
    assert written(schema, {"n": 1}) == plain


def test_a_function_that_makes_a_value_of_a_default_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = {"type": "bytes", "logicalType": "odd"}
    schema = {"type": "record", "name": "R", "fields": [{"name": "b", "type": whole, "default": "é"}]}
    assert written(schema, {}) == b"\x02\xe9"
    for module in (fastavro, theirs):
        monkeypatch.setitem(
            module.write.LOGICAL_WRITERS, "bytes-odd", lambda data, _: data.encode() if isinstance(data, str) else data
        )
    assert written(schema, {}) == written(schema, {}, theirs) == b"\x04\xc3\xa9"
