"""CSV and TSV: every value is text, and what it stands for is found or said by a schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.base.errors import AssayError
from assay.data.intake.taking import Taken, take


def taken(folder: Path, text: str, **options: Any) -> Taken:
    path = folder / "t.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return take(path, **options)


def schema(folder: Path, **fields: Any) -> Path:
    path = folder / "s.avsc"
    made = [{"name": name, "type": type_} for name, type_ in fields.items()]
    path.write_text(json.dumps({"type": "record", "name": "R", "fields": made}))
    return path


@pytest.mark.parametrize(
    ("cells", "type_", "values"),
    [
        (["1", "-20"], "long", [1, -20]),
        (["1", "0.5"], "double", [1.0, 0.5]),
        (["1e3", "2."], "double", [1000.0, 2.0]),
        (["true", "FALSE"], "boolean", [True, False]),
        (["01234", "99999"], "string", ["01234", "99999"]),
        (["1", "x"], "string", ["1", "x"]),
        (["true", "1"], "string", ["true", "1"]),
        (["", "1"], ["null", "long"], [None, 1]),
        (["", "x"], ["null", "string"], [None, "x"]),
        (["99999999999999999999", "1"], "string", ["99999999999999999999", "1"]),
        (["NaN", "inf"], "string", ["NaN", "inf"]),
        (["1e400", "2.5"], "string", ["1e400", "2.5"]),
        (["+1", "-0"], "string", ["+1", "-0"]),
    ],
)
def test_what_a_column_is(tmp_path: Path, cells: list[str], type_: Any, values: list[Any]) -> None:
    found = taken(tmp_path, "a,b\n" + "".join(f"{cell},z\n" for cell in cells))
    assert json.loads(found.schema_text)["fields"][0]["type"] == type_
    assert [record["a"] for record in found.records] == values


@pytest.mark.parametrize(
    "text", ['\ufeffa,b\r\n1,"x\ny"\r\n', 'a;b\n1;"x\ny"\n', 'a\tb\n1\t"x\ny"\n', 'a|b\n1|"x\ny"\n']
)
def test_ways_to_write_it(tmp_path: Path, text: str) -> None:
    assert taken(tmp_path, text).records == [{"a": 1, "b": "x\ny"}]


@pytest.mark.parametrize(
    "text",
    [
        '"price, EUR, net";"cost, EUR";c\n1;2;3\n',
        'a|"b;;"";c;"|d\n1|2|3\n',
        '5" disk;b;"c,,,,"\n1;2;3\n',
    ],
)
def test_what_stands_in_quotes_separates_nothing(tmp_path: Path, text: str) -> None:
    assert list(taken(tmp_path, text).records[0].values()) == [1, 2, 3]


def test_columns_without_a_name_of_their_own_get_one(tmp_path: Path) -> None:
    found = taken(tmp_path, "id,id,,id_2\n1,2,3,4\n")
    assert found.records == [{"id": 1, "id_3": 2, "column_3": 3, "id_2": 4}]
    assert [doubt.where for doubt in found.doubts] == [".id_3", ".column_3"]


def test_one_column_is_csv_by_its_name(tmp_path: Path) -> None:
    assert taken(tmp_path, "name\nx\n\ny\n").records == [{"name": "x"}, {"name": "y"}]


def test_a_schema_says_what_text_stands_for(tmp_path: Path) -> None:
    kind = {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}
    given = schema(tmp_path, id="int", part="float", note="string", ok=["null", "boolean"], zip="string", kind=kind)
    found = taken(tmp_path, "id,part,note,ok,zip,kind\n007,1,,,1,A\n+1,.5,x,True,2,B\n", schema=given)
    assert found.records == [
        {"id": 7, "part": 1.0, "note": "", "ok": None, "zip": "1", "kind": "A"},
        {"id": 1, "part": 0.5, "note": "x", "ok": True, "zip": "2", "kind": "B"},
    ]
    assert not found.doubts


@pytest.mark.parametrize(
    ("fields", "text", "message"),
    [
        ({"id": "long"}, "id\nx\n", r"t.csv:2: id: expected long, found str 'x'"),
        ({"id": "long"}, "id\n\n9999999999999999999\n", r"t.csv:3: id: .* outside the range of long"),
        ({"id": "double"}, "id\n1e400\n", r"t.csv:2: id: expected double, found str '1e400'"),
        ({"id": {"type": "array", "items": "long"}}, "id\n1\n", "a field of CSV is text"),
        ({"id": "long"}, "id,x\n1,2\n", "t.csv:2: x: the schema has no such field"),
        ({"id": "long", "y": "long"}, "id\n1\n", "t.csv:2: y: the field is missing"),
    ],
)
def test_what_does_not_fit_a_schema(tmp_path: Path, fields: dict[str, Any], text: str, message: str) -> None:
    with pytest.raises(AssayError, match=message):
        taken(tmp_path, text, schema=schema(tmp_path, **fields))
