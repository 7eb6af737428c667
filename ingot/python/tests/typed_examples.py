"""Examples that type checkers look at, and that are not run: what is right has its type, what is wrong is marked."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, assert_type

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
    assert_type(schema.fingerprint("md5"), bytes)
    assert_type(schema.warnings, list[str])
    assert_type(ingot.compatible(schema, schema), bool)
    assert_type(ingot.infer(values, "Tea"), ingot.Schema)
    assert_type(ingot.registry_message(b""), tuple[int, bytes])
    schema.fingerprint("sha1")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    schema.decode(3)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    ingot.Schema(3)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def files(schema: ingot.Schema, values: list[dict[str, Any]]) -> None:
    assert_type(ingot.write("teas.avro", schema, values, codec="xz", level=9, metadata={"a": b"", "b": ""}), int)
    ingot.write(io.BytesIO(), "int", (n for n in range(3)), append=True)
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
    ingot.open(io.StringIO())  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


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
    except ingot.DecodeError as error:
        return error.path
    except ingot.Error as error:
        return error.kind
    return ""
