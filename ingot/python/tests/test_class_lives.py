"""Objects of classes in files, threads and memory."""

from __future__ import annotations

import datetime
import decimal
import gc
import io
import json
import sys
import uuid
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from eight import at_once
from teas import OOLONG, PAIR, Kind, Pair, Price, Tea

import ingot


@dataclass
class Order:
    name: str
    prices: dict[str, Price]
    pair: Pair | None
    kinds: tuple[Kind, ...]
    rest: list[float | str | None]


@dataclass
class Moment:
    day: datetime.date
    at: datetime.datetime
    price: decimal.Decimal
    key: uuid.UUID
    span: ingot.Duration


MOMENT = Moment(
    datetime.date(2024, 2, 29),
    datetime.datetime(2024, 2, 29, 12, 0, 0, 5, datetime.UTC),
    decimal.Decimal("1.50"),
    uuid.UUID(int=7),
    ingot.Duration(1, 2, 3),
)


def test_files_of_objects(tmp_path: Path) -> None:
    teas = [Tea(f"tea {number}", number) for number in range(100)]
    path = tmp_path / "teas.avro"
    assert ingot.write(path, Tea, teas, block_bytes=100) == 100
    assert list(ingot.open(path, into=Tea)) == teas
    assert list(ingot.open(path, reader=ingot.Schema(Tea))) == teas
    assert [tea for block in ingot.open(path, into=Tea).blocks() for tea in block.records()] == teas
    assert next(ingot.open(path))["name"] == "tea 0"

    @dataclass
    class Less:
        name: str
        hot: bool = True

    Less.__name__ = "Tea"
    Less.__annotations__ = {"name": str, "hot": bool}
    assert list(ingot.open(path, reader=ingot.Schema(Less)))[1] == Less("tea 1")
    with pytest.raises(ValueError, match="its own fields"):
        ingot.open(path, into=Tea, fields=["name"])  # type: ignore[call-overload]


def test_values_at_random_are_objects() -> None:
    schema = ingot.Schema(Order)
    plain = ingot.Schema(str(schema))
    for seed in range(20):
        for value in schema.random(20, seed):
            assert type(value) is Order and all(type(price) is Price for price in value.prices.values())
            data = schema.encode(value)
            assert plain.encode(value) == plain.encode(plain.decode(data)) == data
            assert schema.encode(schema.decode(data)) == data


def test_a_class_that_reads_on_in_its_own_file() -> None:
    out = io.BytesIO()
    ingot.write(out, PAIR, [(1, "x")] * 3)

    @dataclass
    class Reading:
        first: int
        second: str

        def __post_init__(self) -> None:
            next(readers[-1])

    readers: list[Any] = [ingot.open(out.getvalue(), into=Reading)]
    with pytest.raises(RuntimeError, match="in use"):
        next(readers[0])


def test_threads_share_a_schema_with_classes() -> None:
    schema = ingot.Schema(Tea)
    expected = schema.encode(OOLONG)
    classes: list[Any] = [
        dataclass(type(f"C{n}", (), {"__annotations__": {"first": int, "second": str}})) for n in range(20)
    ]

    def work(_: int) -> None:
        for _ in range(50):
            assert schema.encode(OOLONG) == expected and schema.decode(expected) == OOLONG
            for kind in classes:
                assert PAIR.encode(kind(7, "y")) == b"\x0e\x02y"

    at_once(work)


def test_a_class_and_its_schema_are_let_go_of_together() -> None:
    def made() -> weakref.ref[type]:
        @dataclass
        class Gone:
            first: int
            second: str

        Gone.schema = PAIR.into(Gone)  # type: ignore[attr-defined]
        assert Gone.schema.decode(Gone.schema.encode(Gone(1, "x"))) == Gone(1, "x")  # type: ignore[attr-defined]
        return weakref.ref(Gone)

    gone = made()
    gc.collect()
    assert gone() is None


def test_no_object_of_a_class_is_left_behind() -> None:
    schema, moments = ingot.Schema(Tea), ingot.Schema(Moment)
    data, all_data = schema.encode(OOLONG), moments.encode(MOMENT)
    strict = PAIR.into(Pair)

    def work() -> None:
        for _ in range(5):
            assert schema.decode(schema.encode(OOLONG)) == OOLONG
            moments.decode(moments.encode(MOMENT))
            strict.decode(PAIR.encode((7, "y")))
        schema.decode_many(data * 3)
        for wrong in (Tea(3), Tea("x", "y"), Tea("x", kind=3), Price(1.0)):  # type: ignore[arg-type]
            with pytest.raises(ingot.EncodeError):
                schema.encode(wrong)
        for length in range(0, len(all_data), 3):
            with pytest.raises(ingot.DecodeError):
                moments.decode(all_data[:length])

    for _ in range(20):
        work()
    gc.collect()
    before = sys.getallocatedblocks()
    held = (None, Tea, Kind.GREEN, OOLONG, "name", "GREEN", Pair, ingot.Duration)
    counts = [sys.getrefcount(one) for one in held]
    for _ in range(200):
        work()
    gc.collect()
    # One object a call would be thousands; the interpreter itself keeps some for code that is run often.
    assert sys.getallocatedblocks() - before < 500
    assert all(abs(sys.getrefcount(one) - count) < 150 for one, count in zip(held, counts, strict=True))


def test_a_list_is_not_seen_before_it_is_whole() -> None:
    @dataclass
    class Looking:
        first: int
        second: str

        def __post_init__(self) -> None:
            for found in gc.get_objects():
                if type(found) is list and found and isinstance(found[0], Looking):
                    assert all(isinstance(one, Looking) for one in found)

    schema = ingot.Schema({"type": "array", "items": json.loads(str(PAIR))}).into(list[Looking])
    assert len(schema.decode(b"\x08" + b"\x0e\x02y" * 4 + b"\x00")) == 4
