"""Items that take no bytes: what is written of them can be read again."""

from __future__ import annotations

import io
from typing import Any

import pytest

import ingot
from ingot import fastavro

MOST = 2**20
NULLS = {"type": "array", "items": "null"}
RECORD = {"type": "record", "name": "R", "fields": [{"name": "a", "type": NULLS}]}
FIELDS = {"type": "record", "name": "R", "fields": [{"name": "n", "type": "null"}, {"name": "i", "type": "int"}]}


def written(schema: Any, records: Any, **options: Any) -> bytes:
    out = io.BytesIO()
    ingot.write(out, schema, records, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("schema", "record", "count"),
    [
        ('"null"', None, MOST + 1),
        (RECORD, {"a": [None] * 100}, 30_000),
        (FIELDS, {"n": None, "i": 1}, MOST + 1),
    ],
    ids=["nulls", "arrays", "fields"],
)
def test_a_file_that_is_written_can_be_read(schema: Any, record: Any, count: int) -> None:
    data = written(schema, [record] * count, block_bytes=2**24)
    with ingot.open(data) as reader:
        assert sum(block.count for block in reader.blocks()) == count
    found = 0
    for read in ingot.open(data):
        assert read == record
        found += 1
    assert found == count


def test_a_file_that_is_written_can_be_read_by_another_schema() -> None:
    data = written(RECORD, [{"a": [None] * 100}] * 30_000)
    more = {"name": "b", "type": "int", "default": 1}
    reader = ingot.Schema(RECORD | {"fields": [{"name": "a", "type": NULLS}, more]})
    assert sum(record["b"] for record in ingot.open(data, reader=reader)) == 30_000


def test_a_datum_that_is_written_can_be_read() -> None:
    nulls = ingot.Schema(NULLS)
    assert nulls.decode(nulls.encode([None] * MOST)) == [None] * MOST
    for write in (
        lambda: nulls.encode([None] * (MOST + 1)),
        lambda: nulls.encode_many([[], [None] * (MOST + 1)]),
        lambda: nulls.validate([None] * (MOST + 1)),
        lambda: written(nulls, [[], [None] * (MOST + 1)]),
    ):
        with pytest.raises(ingot.EncodeError, match="no bytes") as raised:
            write()
        assert (raised.value.kind, raised.value.offset) == ("limit-zero-width", None)


def test_the_limit_is_that_of_the_schema() -> None:
    nulls = ingot.Schema(RECORD).with_options(zero_width=3)
    with pytest.raises(ingot.EncodeError) as raised:
        nulls.encode({"a": [None] * 4})
    assert (raised.value.kind, raised.value.path) == ("limit-zero-width", "a")
    records = [{"a": [None] * count} for count in (1, 1, 3, 0, 0)]
    data = written(nulls, records)
    assert list(ingot.open(data, reader=nulls)) == records
    more = ingot.Schema(NULLS).with_options(zero_width=2 * MOST)
    assert more.decode(more.encode([None] * (2 * MOST))) == [None] * (2 * MOST)


def test_the_drop_in_writes_blocks_that_can_be_read() -> None:
    file = io.BytesIO()
    fastavro.writer(file, "null", [None] * (MOST + 1))
    assert sum(1 for _ in fastavro.reader(io.BytesIO(file.getvalue()))) == MOST + 1
    assert sum(1 for _ in ingot.open(file.getvalue())) == MOST + 1
