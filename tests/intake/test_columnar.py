"""Types of Parquet and Arrow become those of Avro, values plain ones, and what that loses is reported."""

from __future__ import annotations

import datetime
import decimal
import json
import tomllib
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pytest
from pyarrow import ipc, parquet

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.data import canonical
from assay.data.intake import tables
from assay.data.intake.taking import Taken, take
from assay.data.schema import parse

DAY = datetime.date(2024, 1, 31)
NOON = datetime.datetime(2024, 1, 31, 12)
LINE = pyarrow.struct([("sku", pyarrow.string()), ("price", pyarrow.decimal128(5, 2))])
COLUMNS: dict[str, tuple[Any, list[Any], Any, list[Any], str]] = {
    # A type, values, the type in Avro, plain values, a doubt.
    "int8": (pyarrow.int8(), [1, -1], "int", [1, -1], ""),
    "uint32": (pyarrow.uint32(), [2**32 - 1, 0], "long", [2**32 - 1, 0], ""),
    "small": (pyarrow.uint64(), [2**63 - 1, 0], "long", [2**63 - 1, 0], ""),
    "large": (pyarrow.uint64(), [2**63, None], ["null", "string"], [str(2**63), None], "some above 2^63"),
    "half": (pyarrow.float16(), [1.5, 2], "float", [1.5, 2.0], ""),
    "float": (pyarrow.float32(), [0.5, None], ["null", "float"], [0.5, None], ""),
    "kind": (pyarrow.dictionary(pyarrow.int8(), pyarrow.string()), ["a", "b"], "string", ["a", "b"], ""),
    "date": (pyarrow.date32(), [DAY, datetime.date(1969, 12, 31)], "int", [19753, -1], "dates; days since"),
    "ms": (pyarrow.timestamp("ms"), [NOON, NOON], "long", [1706702400000000] * 2, "microseconds since"),
    "ns": (pyarrow.timestamp("ns", "UTC"), [NOON, NOON], "long", [1706702400000000000] * 2, "nanoseconds since"),
    "time": (pyarrow.time64("us"), [NOON.time()] * 2, "long", [43200000000] * 2, "microseconds here"),
    "price": (pyarrow.decimal128(5, 2), [decimal.Decimal("1.10")] * 2, "string", ["1.10"] * 2, "text of their digits"),
    "bytes": (pyarrow.binary(), [b"\0\xff", b""], "bytes", [b"\0\xff", b""], ""),
    "nothing": (pyarrow.null(), [None, None], "null", [None, None], ""),
    "list": (
        pyarrow.list_(pyarrow.int64()),
        [[1, None], []],
        {"type": "array", "items": ["null", "long"]},
        [[1, None], []],
        "",
    ),
    "map": (
        pyarrow.map_(pyarrow.string(), pyarrow.date32()),
        [[("a", DAY)], []],
        {"type": "map", "values": "int"},
        [{"a": 19753}, {}],
        "",
    ),
    "lines": (
        pyarrow.list_(LINE),
        [[{"sku": None, "price": decimal.Decimal("2.00")}], None],
        [
            "null",
            {
                "type": "array",
                "items": {
                    "type": "record",
                    "name": "DocumentLinesItem",
                    "fields": [{"name": "sku", "type": ["null", "string"]}, {"name": "price", "type": "string"}],
                },
            },
        ],
        [[{"sku": None, "price": "2.00"}], None],
        "",
    ),
}


def arrow(path: Path, table: pyarrow.Table) -> None:
    with pyarrow.OSFile(str(path), "wb") as file, ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)


WRITERS = {"parquet": lambda path, table: parquet.write_table(table, path), "arrow": arrow}


def written(path: Path, form: str, columns: dict[str, Any]) -> Taken:
    WRITERS[form](path, pyarrow.table(columns))
    return take(path)


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_of_each_type(tmp_path: Path, form: str, name: str) -> None:
    type_, values, avro, plain, doubt = COLUMNS[name]
    taken = written(tmp_path / "t", form, {name: pyarrow.array(values, type_)})
    assert json.loads(taken.schema_text)["fields"] == [{"name": name, "type": avro}]
    assert taken.records == [{name: value} for value in plain]
    assert any(doubt in one.what for one in taken.doubts) if doubt else True
    write = canonical.writer(parse(taken.schema_text))
    assert all(write(record) for record in taken.records)


@pytest.mark.parametrize("form", WRITERS)
def test_names_that_avro_has_not_are_changed_at_any_depth(tmp_path: Path, form: str) -> None:
    rows = [{"unit price": [{"a-b": 1, "a_b": 2}]}]
    WRITERS[form](tmp_path / "t", pyarrow.Table.from_pylist(rows))
    assert take(tmp_path / "t").records == [{"unit_price": [{"a_b_": 1, "a_b": 2}]}]
    assert take(tmp_path / "t", keep_names=True).records == rows


def test_maps_with_other_keys_than_text_are_arrays(tmp_path: Path) -> None:
    path = tmp_path / "m.parquet"
    duckdb.sql(f"copy (select map {{1: date '1970-01-02'}} as m, interval 1 day as \"it's {{}}\") to '{path}'")
    taken = take(path)
    assert taken.records == [{"m": [{"key": 1, "value": 1}], "it_s___": "1 day"}]
    assert "a map whose keys are not text" in taken.doubts[0].what


def test_a_null_anywhere_in_the_file_makes_a_place_nullable(tmp_path: Path) -> None:
    rows = [{"of": [{"x": n if n != 700 else None}]} for n in range(1000)]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "t", row_group_size=100)
    taken = take(tmp_path / "t", maximum=5, seed=1)
    assert '"null"' in taken.schema_text and all(record["of"][0]["x"] is not None for record in taken.records)


def test_types_that_are_not_read_are_told(tmp_path: Path) -> None:
    union = pyarrow.UnionArray.from_sparse(pyarrow.array([0], pyarrow.int8()), [pyarrow.array([1])])
    with pytest.raises(AssayError, match=r"u is of type UNION.*, which is not supported"):
        written(tmp_path / "t", "arrow", {"u": union})


def test_a_missing_library_is_told_with_the_version_that_the_lab_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrow(tmp_path / "t", pyarrow.table({"a": [1]}))
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(AssayError, match="pip install pyarrow==") as caught:
        take(tmp_path / "t")
    extra = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["arrow"]
    assert extra[0] in str(caught.value) and extra[0] in tables.NO_ARROW


@pytest.mark.parametrize("form", WRITERS)
def test_names_are_those_of_the_file(tmp_path: Path, form: str) -> None:
    rows = [{"id": 1, "Part": {"x": [{"y": 2}], "z": 3}, "ID": 4, "part": 5}]
    WRITERS[form](tmp_path / "t", pyarrow.Table.from_pylist(rows))
    assert take(tmp_path / "t").records == rows


@pytest.mark.parametrize("form", WRITERS)
def test_two_columns_of_one_name_are_told_apart(tmp_path: Path, form: str) -> None:
    arrays = [pyarrow.array([1]), pyarrow.array([2])]
    WRITERS[form](tmp_path / "t", pyarrow.Table.from_arrays(arrays, names=["a", "a"]))
    (record,) = take(tmp_path / "t").records
    assert list(record.values()) == [1, 2]


@pytest.mark.parametrize("name", ["year=2024/t.parquet", "t*.parquet", "t[12].parquet", "t?.parquet", "it's.parquet"])
def test_a_path_stands_for_its_file_alone(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    parquet.write_table(pyarrow.table({"a": [1]}), path)
    parquet.write_table(pyarrow.table({"a": [2]}), tmp_path / "t1.parquet")
    assert take(path).records == [{"a": 1}]
