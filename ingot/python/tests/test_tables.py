"""Tables of other packages: from bytes and files to columns, and back."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import ingot
from ingot import _ingot

if not _ingot._arrow:
    pytest.skip("this build has no Arrow", allow_module_level=True)
pa = pytest.importorskip("pyarrow")

SCHEMA = {
    "type": "record",
    "name": "shop.Order",
    "fields": [
        {"name": "none", "type": "null"},
        {"name": "paid", "type": "boolean"},
        {"name": "count", "type": "int"},
        {"name": "id", "type": "long"},
        {"name": "weight", "type": "float"},
        {"name": "price", "type": "double"},
        {"name": "name", "type": ["null", "string"]},
        {"name": "blob", "type": "bytes"},
        {"name": "mark", "type": {"type": "fixed", "name": "Mark", "size": 3}},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B", "C"]}},
        {"name": "tags", "type": {"type": "array", "items": ["null", "string"]}},
        {"name": "notes", "type": {"type": "map", "values": "long"}},
        {
            "name": "where",
            "type": ["null", {"type": "record", "name": "Where", "fields": [{"name": "x", "type": "int"}]}],
        },
        {"name": "any", "type": ["null", "int", "string"]},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "time", "type": {"type": "long", "logicalType": "time-micros"}},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "local", "type": {"type": "long", "logicalType": "local-timestamp-micros"}},
        {"name": "total", "type": {"type": "bytes", "logicalType": "decimal", "precision": 12, "scale": 2}},
        {
            "name": "sum",
            "type": {"type": "fixed", "name": "Sum", "size": 20, "logicalType": "decimal", "precision": 45},
        },
        {"name": "key", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "span", "type": {"type": "fixed", "name": "Span", "size": 12, "logicalType": "duration"}},
    ],
}
SIMPLE = ["none", "paid", "count", "id", "weight", "price", "name", "blob", "mark", "kind"]
TEA = {
    "type": "record",
    "name": "Tea",
    "fields": [{"name": "name", "type": "string"}, {"name": "grams", "type": ["null", "int"], "default": None}],
}


def teas(count: int) -> list[dict[str, Any]]:
    return [{"name": f"tea {n}", "grams": None if n % 3 == 0 else n} for n in range(count)]


def written(schema: Any, records: Any, **options: Any) -> bytes:
    out = io.BytesIO()
    ingot.write(out, schema, records, **options)
    return out.getvalue()


@pytest.fixture
def orders() -> tuple[ingot.Schema, bytes]:
    schema = ingot.Schema(SCHEMA, logical=False)
    values = schema.random(300, seed=5)
    # What Arrow's interval cannot hold is nothing to compare here.
    for place, value in enumerate(values):
        value["span"] = place.to_bytes(4, "little") * 3
    return schema, schema.encode_many(values)


def test_all_types_become_columns_and_data_again(orders: tuple[ingot.Schema, bytes]) -> None:
    schema, data = orders
    table = pa.table(schema.to_arrow(data))
    table.validate(full=True)
    values = schema.decode_many(data)
    assert table.num_rows == 300
    for name in [*SIMPLE, "tags", "where", "any"]:
        found = table[name].to_pylist()
        assert [repr(value) for value in found] == [repr(value[name]) for value in values], name
    assert [dict(notes) for notes in table["notes"].to_pylist()] == [value["notes"] for value in values]
    assert table.schema.field("at").type == pa.timestamp("ms", "+00:00")
    assert table.schema.field("total").type == pa.decimal128(12, 2)
    # Decimals may have been written with bytes that they do not need, and maps in another order.
    again = schema.from_arrow(table)
    assert schema.from_arrow(pa.table(schema.to_arrow(again))) == again
    floats = ["weight", "price"]
    assert pa.table(schema.to_arrow(again)).drop_columns(floats).equals(table.drop_columns(floats))
    assert ingot.infer(table) == ingot.Schema(str(schema))


def test_a_file_becomes_a_table() -> None:
    data = written(TEA, teas(10_000), block_bytes=1000, codec="deflate")
    for threads in (1, 3):
        table = pa.table(ingot.open(data, threads=threads).to_arrow())
        assert table.to_pylist() == teas(10_000)
    assert pa.table(ingot.open(data).to_arrow(["grams"])).column_names == ["grams"]
    stream = ingot.open(data).to_arrow(batch_rows=1000)
    sizes = [batch.num_rows for batch in pa.RecordBatchReader.from_stream(stream)]
    assert sum(sizes) == 10_000 and all(1000 <= size < 1200 for size in sizes[:-1])
    assert pa.schema(ingot.open(data).to_arrow()).names == ["name", "grams"]
    assert pa.table(ingot.open(written(TEA, [])).to_arrow()).num_rows == 0


def test_a_table_by_another_schema() -> None:
    data = written(TEA, teas(1000), block_bytes=1000)
    fields = [{"name": "weight", "aliases": ["grams"], "type": ["null", "long"]}]
    other = ingot.Schema({"type": "record", "name": "Tea", "fields": fields})
    table = pa.table(ingot.open(data, reader=other).to_arrow())
    assert table.to_pylist() == [{"weight": tea["grams"]} for tea in teas(1000)]
    assert pa.table(ingot.open(data, fields=["name"]).to_arrow()).column_names == ["name"]


def test_a_table_becomes_a_file(tmp_path: Path) -> None:
    table = pa.table(ingot.Schema(TEA).to_arrow([ingot.Schema(TEA).encode(tea) for tea in teas(5000)]))
    path = tmp_path / "teas.avro"
    for schema in (None, TEA):
        assert ingot.write(path, schema, table, block_bytes=1000) == 5000
        assert list(ingot.open(path)) == teas(5000)
        assert sum(1 for _ in ingot.open(path).blocks()) > 10
    assert ingot.write(path, None, table.slice(4000), append=True) == 1000
    assert list(ingot.open(path)) == teas(5000) + teas(5000)[4000:]
    with ingot.Writer(path, TEA) as writer:
        writer.write(teas(1)[0])
        assert writer.write_many(table) == 5000
    assert list(ingot.open(path)) == teas(1) + teas(5000)


def test_columns_that_came_from_elsewhere() -> None:
    columns = {
        "small": pa.array([1, None], pa.int8()),
        "big": pa.array([1, 2**63 - 1], pa.uint64()),
        "text": pa.array(["a", "b"], pa.large_string()),
        "view": pa.array(["a", "a longer text than twelve"], pa.string_view()),
        "blob": pa.array([b"a", None], pa.large_binary()),
        "kind": pa.array(["x", "y"]).dictionary_encode(),
        "list": pa.array([[1, 2], []], pa.large_list(pa.int64())),
        "pair": pa.array([[1, 2], [3, 4]], pa.list_(pa.int32(), 2)),
        "deep": pa.array([{"a": 1, "b": {"c": "x"}}, {"a": 2, "b": None}]),
        "day": pa.array([date(2026, 1, 2), None]),
        "second": pa.array([datetime(2026, 1, 2, 3, 4, 5), None], pa.timestamp("s")),
        "nano": pa.array([datetime(2026, 1, 2, tzinfo=UTC), None], pa.timestamp("ns", "UTC")),
        "time": pa.array([time(3, 4, 5, 6), None], pa.time64("ns")),
        "cost": pa.array([Decimal("-1.25"), Decimal("3.00")], pa.decimal128(9, 2)),
    }
    table = pa.table(columns)
    schema = ingot.infer(table, "Row")
    found = schema.decode_many(schema.from_arrow(table))
    assert [row["deep"] for row in found] == table["deep"].to_pylist()
    for name in ("small", "big", "text", "view", "blob", "kind", "list", "pair"):
        assert [row[name] for row in found] == table[name].to_pylist(), name
    again = pa.table(schema.to_arrow(schema.from_arrow(table)))
    for name in ("day", "nano", "cost"):
        assert again[name].cast(table[name].type).equals(table[name]), name
    assert again["second"].cast(pa.timestamp("s")).equals(table["second"])
    assert again["time"].to_pylist() == table["time"].to_pylist()


@pytest.mark.parametrize(
    ("column", "kind", "said"),
    [
        (pa.array([2**31]), "int", "[0].a: 2147483648 does not fit an int exactly"),
        (pa.array([None, 1]), "int", "[0].a: null, not of type int"),
        (pa.array(["x"]), "int", "a: a column of Utf8 is no int"),
        (pa.array([1.5]), "float", "a: a column of Float64 is no float"),
        (pa.array(["A", "D"]), {"type": "enum", "name": "E", "symbols": ["A"]}, '[1].a: "D" is no symbol of the enum'),
        (pa.array([b"abc"]), {"type": "fixed", "name": "F", "size": 2}, "[0].a: 3 bytes, not 2"),
        (
            pa.array([1_500], pa.timestamp("us")),
            {"type": "long", "logicalType": "timestamp-millis"},
            "[0].a: 1500 does not fit a long exactly",
        ),
    ],
)
def test_what_does_not_fit_is_told_with_its_row(column: Any, kind: Any, said: str) -> None:
    schema = ingot.Schema({"type": "record", "name": "R", "fields": [{"name": "a", "type": kind}]})
    with pytest.raises(ingot.EncodeError) as raised:
        schema.from_arrow(pa.table({"a": column}))
    assert str(raised.value) == said


def test_rows_before_one_that_does_not_fit_are_written(tmp_path: Path) -> None:
    grams = pa.array([1, 2, 3, 2**40])
    writer = ingot.Writer(tmp_path / "teas.avro", TEA)
    with pytest.raises(ingot.EncodeError):
        writer.write_many(pa.table({"name": ["a", "b", "c", "d"], "grams": grams}))
    writer.close()
    assert [tea["grams"] for tea in ingot.open(tmp_path / "teas.avro")] == [1, 2, 3]


def test_parts_of_tables_have_their_rows() -> None:
    texts = pa.array(["a", None, "c", "d"]).dictionary_encode()
    lists = pa.array([[1], None, [2, 3], []])
    deep = pa.array([{"a": 1}, None, {"a": 3}, {"a": None}])
    pairs = pa.array([[1, 2], None, [3, 4], [5, 6]], pa.list_(pa.int64(), 2))
    maps = pa.array([[("x", 1)], None, [("y", 2), ("z", None)], []], pa.map_(pa.string(), pa.int64()))
    whole = pa.table({"texts": texts, "lists": lists, "deep": deep, "pairs": pairs, "maps": maps})
    schema = ingot.infer(whole)
    for table in (whole, whole.slice(1, 2), whole.slice(3), whole.slice(4), pa.concat_tables([whole, whole.slice(2)])):
        found = schema.decode_many(schema.from_arrow(table))
        expected = [
            row | {"maps": row["maps"] and dict(row["maps"])} for row in table.to_pylist(maps_as_pydicts="strict")
        ]
        assert found == expected


def test_what_is_no_table_is_told() -> None:
    for other in ([{"name": "oolong"}], {"name": ["oolong"]}):
        with pytest.raises(TypeError, match="is no table: it has no __arrow_c_stream__"):
            ingot.Schema(TEA).from_arrow(other)  # type: ignore[arg-type]


def test_columns_and_fields_have_to_be_the_same() -> None:
    schema = ingot.Schema(TEA)
    names = pa.table({"name": ["oolong"]})
    assert schema.decode(schema.from_arrow(names)) == {"name": "oolong", "grams": None}
    with pytest.raises(ingot.EncodeError, match='Tea has no field "colour"'):
        schema.from_arrow(names.append_column("colour", pa.array(["green"])))
    with pytest.raises(ingot.EncodeError, match="name: there is no such column, and the field has no default"):
        schema.from_arrow(pa.table({"grams": pa.array([1], pa.int32())}))
    with pytest.raises(ingot.SchemaError, match="a-b"):
        ingot.infer(pa.table({"a-b": [1]}))
    with pytest.raises(ingot.SchemaError, match="no type of Avro's"):
        ingot.infer(pa.table({"a": pa.array([1], pa.duration("s"))}))
    with pytest.raises(ingot.SchemaError, match="the fields of a record"):
        ingot.Schema('"int"').to_arrow(b"\2")


def test_a_stream_is_read_once() -> None:
    reader = ingot.open(written(TEA, teas(10)))
    stream = reader.to_arrow()
    with pytest.raises(ValueError, match="taken already"):
        reader.to_arrow()
    assert pa.table(stream).num_rows == 10
    with pytest.raises(ValueError, match="read already"):
        pa.table(stream)
    reader = ingot.open(written(TEA, teas(10)))
    next(reader)
    with pytest.raises(ValueError, match="taken already"):
        reader.to_arrow()
    # One that is never read is given back.
    del stream
    capsule = ingot.open(written(TEA, teas(10))).to_arrow().__arrow_c_stream__()
    del capsule


def test_what_is_wrong_with_a_file_is_told_behind_the_rows_before() -> None:
    data = bytearray(written(TEA, teas(1000), codec="null", block_bytes=1000))
    block = list(ingot.open(bytes(data)).blocks())[2]
    data[data.index(block.bytes) + len(ingot.Schema(TEA).encode_many(block.records()[:5])) + 1] = 0xFF
    for threads in (1, 3):
        stream = pa.RecordBatchReader.from_stream(ingot.open(bytes(data), threads=threads).to_arrow())
        rows = 0
        with pytest.raises(Exception, match=f"byte {block.offset}: .*record 5: name, byte .*UTF-8"):
            for batch in stream:
                rows += batch.num_rows
        blocks = list(ingot.open(written(TEA, teas(1000), block_bytes=1000)).blocks())
        assert rows == sum(one.count for one in blocks[:2]) + 5
        reader = ingot.open(bytes(data), lenient=True, threads=threads)
        table = pa.table(reader.to_arrow())
        assert table.num_rows == 1000 - block.count + 5 == len(list(ingot.open(bytes(data), lenient=True)))
        assert reader.lost[0].records == block.count - 5


def test_wrong_data_are_told_with_their_offset() -> None:
    schema = ingot.Schema(TEA)
    data = schema.encode_many(teas(5))
    with pytest.raises(ingot.DecodeError) as raised:
        schema.to_arrow(data[:-1])
    assert (raised.value.kind, raised.value.path) == ("end-of-input", "grams")
    assert raised.value.offset == len(data) - 1
    with pytest.raises(ingot.DecodeError, match="bytes left"):
        schema.to_arrow([data])


def test_frames_may_have_no_bytes_and_leniently_more_than_their_datum() -> None:
    nothing = ingot.Schema({"type": "record", "name": "N", "fields": [{"name": "a", "type": "null"}]})
    assert pa.table(nothing.to_arrow([b"", b"", b""])).to_pylist() == [{"a": None}] * 3
    for data in (b"x", [b"", b"x"]):
        with pytest.raises(ingot.DecodeError, match="bytes left behind the datum: 1"):
            nothing.to_arrow(data)
    lenient = ingot.Schema(TEA).with_options(lenient=True)
    frames = [lenient.encode(tea) + bytes(tea["grams"] or 0) for tea in teas(5)]
    assert pa.table(lenient.to_arrow(frames)).to_pylist() == teas(5)


def test_a_batch_of_a_file_ends_by_its_bytes_too() -> None:
    schema = {
        "type": "record",
        "name": "R",
        "fields": [{"name": "n", "type": "int"}, {"name": "blob", "type": "bytes"}],
    }
    data = written(schema, [{"n": 1, "blob": bytes(60 << 20)}], codec="deflate")
    [block] = ingot.open(data).blocks()
    # The bytes of a file with one block after another, 60 MiB each.
    data += data[block.offset :] * 19
    batches = list(pa.RecordBatchReader.from_stream(ingot.open(data).to_arrow(["n"])))
    assert [batch.num_rows for batch in batches] == [18, 2]


def test_a_file_object_is_read_by_who_reads_the_stream() -> None:
    table = pa.table(ingot.open(io.BytesIO(written(TEA, teas(5000)))).to_arrow())
    assert table.to_pylist() == teas(5000)


def test_frames_of_polars() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(ingot.open(written(TEA, teas(1000))).to_arrow())
    assert frame.to_dicts() == teas(1000)
    assert list(ingot.open(written(None, frame))) == teas(1000)
    assert list(ingot.open(written(TEA, frame))) == teas(1000)


def test_frames_of_pandas() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame.from_arrow(ingot.open(written(TEA, teas(1000))).to_arrow())
    assert frame["name"].to_list() == [tea["name"] for tea in teas(1000)]
    names = frame[["name"]]
    assert list(ingot.open(written(None, names))) == [{"name": tea["name"]} for tea in teas(1000)]


def test_relations_of_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    stream = ingot.open(written(TEA, teas(1000))).to_arrow()  # noqa: F841 - the query names it
    assert duckdb.sql("select sum(grams) from stream").fetchall() == [(sum(tea["grams"] or 0 for tea in teas(1000)),)]


def test_dictionaries_of_anything() -> None:
    columns = {
        "number": pa.array([7, None, 7, 8]).dictionary_encode(),
        "price": pa.array([0.5, 0.5, None, 1.5]).dictionary_encode(),
        "day": pa.array([1, 2, None, 1], pa.date32()).dictionary_encode(),
        "null": pa.DictionaryArray.from_arrays(pa.array([0, 1, 0, None]), pa.array([1, None])),
    }
    table = pa.table(columns)
    plain = pa.table({name: pa.array(column.to_pylist(), column.type.value_type) for name, column in columns.items()})
    schema = ingot.infer(table)
    assert schema.from_arrow(table) == schema.from_arrow(plain)
    assert schema.from_arrow(table.slice(1, 2)) == schema.from_arrow(plain.slice(1, 2))
    strict = ingot.Schema({"type": "record", "name": "R", "fields": [{"name": "number", "type": "long"}]})
    with pytest.raises(ingot.EncodeError, match="null"):
        strict.from_arrow(table.select(["number"]))
