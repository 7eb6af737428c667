"""Examples that type checkers look at, and that are not run: what is right has its type, what is wrong is marked."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, assert_type

import ingot


def schemas(values: list[dict[str, Any]]) -> None:
    schema = ingot.Schema({"type": "record", "name": "Tea", "fields": []}, lenient=True)
    assert_type(schema, ingot.Schema)
    assert_type(schema.encode(values[0]), bytes)
    assert_type(schema.encode_many(iter(values)), bytes)
    assert_type(schema.decode_many([b"", bytearray(), memoryview(b"")]), list[Any])
    assert_type(schema.decode_first(b""), tuple[Any, int])
    schema.decode(b"", reader=schema.with_options(lenient=True, depth=3))
    schema.decode(b"", fields=["name", "address.city"])
    reader: ingot.Schema | None = schema if values else None
    schema.decode(b"", reader=reader)
    assert_type(schema.fingerprint("md5"), bytes)
    assert_type(schema.warnings, list[str])
    assert_type(ingot.compatible(schema, schema), bool)
    assert_type(ingot.infer(values, "Tea"), ingot.Schema)
    assert_type(ingot.registry_message(b""), tuple[int, bytes])
    schema.fingerprint("sha1")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    schema.decode(3)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    ingot.Schema(3)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]


def files(schema: ingot.Schema, values: list[dict[str, Any]]) -> None:
    assert_type(ingot.write("teas.avro", schema, values, codec="xz", level=9, metadata={"a": b"", "b": ""}), int)
    ingot.write(io.BytesIO(), '"int"', (n for n in range(3)), append=True)
    with ingot.open(Path("teas.avro"), fields=["name"], lenient="cut", threads=2) as reader:
        assert_type(reader, ingot.Reader)
        assert_type(reader.schema, ingot.Schema)
        assert_type(reader.metadata, dict[str, bytes])
        for record in reader:
            record["name"]
        for block in reader.blocks():
            assert_type(block, ingot.Block)
            assert_type(block.bytes, bytes)
            assert_type(block.records(), list[Any])
        for loss in reader.lost:
            assert_type(loss.records, int | None)
    with ingot.Writer(io.BytesIO(), schema, codec="null") as writer:
        writer.write(values[0])
        assert_type(writer.write_many(values), int)
    with Path("teas.avro").open("rb") as file:
        ingot.open(file)
    ingot.open(b"Obj\1")
    ingot.write("teas.avro", schema, values, codec="lz4")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    ingot.open(io.StringIO())  # type: ignore[call-overload] # pyright: ignore[reportArgumentType]


@dataclass
class Tea:
    name: str
    grams: int | None = None


class Pair(NamedTuple):
    first: int
    second: str


def classes(plain: ingot.Schema) -> None:
    schema = ingot.Schema(Tea)
    assert_type(schema, ingot.Schema[Tea])
    assert_type(plain, ingot.Schema[Any])
    assert_type(schema.decode(b""), Tea)
    assert_type(schema.decode(b"").grams, int | None)
    assert_type(schema.decode_many(b""), list[Tea])
    assert_type(schema.decode_first(b""), tuple[Tea, int])
    assert_type(schema.decode_registry(7, b""), Tea)
    assert_type(schema.with_options(depth=3), ingot.Schema[Tea])
    assert_type(plain.decode(b"", reader=schema), Tea)
    assert_type(schema.decode(b"", fields=["name"]), Any)
    assert_type(plain.into(Pair), ingot.Schema[Pair])
    assert_type(ingot.Schema(list[Tea]).decode(b""), list[Tea])
    assert_type(ingot.Schema('"int"', logical=False), ingot.Schema[Any])
    with ingot.open("teas.avro", into=Tea) as teas:
        assert_type(teas, ingot.Reader[Tea])
        for tea in teas:
            assert_type(tea, Tea)
        for block in teas.blocks():
            assert_type(block.records(), list[Tea])
    for tea in ingot.open("teas.avro", reader=schema):
        assert_type(tea.name, str)
    ingot.write("teas.avro", Tea, [Tea("oolong")])
    ingot.open("teas.avro", into=Tea, fields=["name"])  # type: ignore[call-overload] # pyright: ignore[reportArgumentType]


def durations() -> None:
    assert_type(ingot.Duration(1, days=2).millis, int)
    ingot.Duration().days = 3  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]


class Table:
    """Any table of Arrow."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return requested_schema


def tables(schema: ingot.Schema) -> None:
    assert_type(schema.to_arrow([b""], fields=["name"]), ingot.ArrowStream)
    assert_type(schema.from_arrow(Table()), bytes)
    assert_type(ingot.open("teas.avro").to_arrow(["name"], batch_rows=10), ingot.ArrowStream)
    ingot.write("teas.avro", None, Table())
    ingot.write("teas.avro", None, ingot.open("others.avro").to_arrow())
    ingot.infer(Table())


def errors(schema: ingot.Schema) -> str:
    try:
        schema.decode(b"")
    except ingot.FileError as error:
        assert_type(error.offset, int | None)
        assert_type(error.expected, str | None)
        assert_type(error.met, str | None)
    except ingot.DecodeError as error:
        return error.path
    except ingot.Error as error:
        return error.kind
    return ""


def stores(folder: Path) -> None:
    with ingot.Store(folder, sync="commit", key="name") as store:
        teas = store["teas"]
        assert_type(teas, ingot.Collection[dict[str, Any]])
        assert_type(teas["oolong"], dict[str, Any])
        assert_type(teas.raw["oolong"], bytes)
        assert_type(teas.get("oolong"), dict[str, Any] | None)
        assert_type(teas.get("oolong", 5), dict[str, Any] | int)
        assert_type(teas.raw.get_many(["oolong"]), list[bytes | None])
        teas["oolong"] = {"grams": 250}
        teas["sencha"] = b"{}"
        assert_type(teas.put_many([("mate", {"grams": 1}), ("assam", {})]), int)
        teas.put_many({"mate": memoryview(b"{}")})
        assert_type(teas.add({"name": "earl grey"}), str)
        with teas.batch() as batch:
            assert_type(batch, ingot.Collection[dict[str, Any]])
            del batch["mate"]
        assert_type(list(teas), list[str])
        assert_type(dict(teas.raw.items()), dict[str, bytes])
        assert_type(next(teas.raw.scan("grams > 5", fields=["grams"])), dict[str, Any])
        assert_type(next(teas.raw.scan("grams > 5")), bytes)
        assert_type(teas.rows[0], dict[str, Any])
        assert_type(teas.raw.rows[1:], list[bytes])
        assert_type(next(teas.batches(5, seed=1)), list[dict[str, Any]])
        assert_type(teas.verify().documents, int)
        assert_type(teas.to_arrow(["grams"], schema='"int"'), ingot.ArrowStream)
        assert_type(store.repair("teas").lost, list[ingot.Lost])
        teas["oolong"] = 5  # type: ignore[assignment] # pyright: ignore[reportArgumentType]
        teas[5] = {}  # type: ignore[index] # pyright: ignore[reportArgumentType]
        ingot.Store(folder, sync="always")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
