"""The conformance rows: what any Avro library should do."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import pytest

import ingot
from conformance.avro.libraries import reading

DATA = ["data", "logical", *(name for name in reading.names() if name.startswith("hostile/"))]


def rows(*names: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for name in names for row in reading.read(name)]


def has(row: dict[str, Any], field: str) -> bool:
    return field in row or f"{field}_runs" in row


def data_rows() -> list[Any]:
    given = rows(*DATA)
    return [one for one in given if has(one.values[0], "schema") and has(one.values[0], "bytes")]


def writes(row: dict[str, Any]) -> bool:
    return row.get("direction") != "decode" and has(row, "value")


@pytest.mark.parametrize("reading_is", ["strict", "lenient"])
@pytest.mark.parametrize("row", [one for one in data_rows() if one.values[0].get("direction") != "encode"])
def test_decoding(row: dict[str, Any], reading_is: str) -> None:
    schema = ingot.Schema(reading.schema(row), lenient=True, logical=False)
    schema = schema.with_options(lenient=reading_is == "lenient")
    try:
        found = schema.decode(reading.content(row, "bytes"))
    except ingot.DecodeError as error:
        assert row[reading_is] == "refuse", error
        assert error.kind == row["error"]
    else:
        assert row[reading_is] == "accept", found
        if "value" in row and "replacement" not in row:
            assert reading.same(found, reading.Plain(row["schema"]).value(row["value"]))


def written(value: Any) -> str:
    """A value of a logical type as the rows have it."""
    match value:
        case datetime.datetime():
            return value.isoformat().replace("+00:00", "Z")
        case ingot.Duration():
            return f"{value.months} months, {value.days} days, {value.millis} ms"
        case decimal.Decimal():
            return f"{value:f}"
        case _:
            return str(value)


def meant(row: dict[str, Any]) -> str:
    """What a row means, as Python writes it: milliseconds with the digits of microseconds, or none."""
    zone, means = "", str(row["means"])
    if means.endswith("Z"):
        means, zone = means[:-1], "Z"
    if "." in means and ":" in means:
        whole, _, part = means.partition(".")
        part = part.ljust(6, "0")
        means = whole if part == "000000" else f"{whole}.{part}"
    return means + zone


@pytest.mark.parametrize("row", [one for one in rows("logical") if has(one.values[0], "bytes")])
def test_logical_types(row: dict[str, Any]) -> None:
    schema = ingot.Schema(reading.schema(row), lenient=True)
    lenient = schema.with_options(lenient=True)
    data = reading.content(row, "bytes")
    if row["strict"] == "refuse" or row.get("range"):
        with pytest.raises(ingot.DecodeError) as raised:
            schema.decode(data)
        assert raised.value.kind == row.get("error", "logical-invalid")
        if row["lenient"] == "accept":
            assert lenient.encode(lenient.decode(data)) == data or row["id"].startswith("logical/decimal-empty")
        return
    found = schema.decode(data)
    if row.get("means") is None or "nanos" in row["schema"]["logicalType"]:
        assert reading.same(found, reading.Plain(row["schema"]).value(row["value"]))
    else:
        assert written(found) == meant(row)
    if row.get("direction") != "decode":
        assert schema.encode(found) == data


@pytest.mark.parametrize("logical", [True, False])
@pytest.mark.parametrize("row", [one for one in rows("data", "logical") if writes(one.values[0])])
def test_encoding(row: dict[str, Any], logical: bool) -> None:
    schema = ingot.Schema(reading.schema(row), lenient=True, logical=logical)
    if row["strict"] == "accept":
        value = reading.Plain(row["schema"]).value(row["value"])
        data = schema.encode(value)
        # A plain value does not say which branch it is of: another one may be as good.
        plain = ingot.Schema(reading.schema(row), lenient=True, logical=False)
        assert data == reading.content(row, "bytes") or reading.same(plain.decode(data), value)
    elif has(row, "value"):
        with pytest.raises(ingot.EncodeError):
            schema.encode(row["value"])


@pytest.mark.parametrize("row", rows("schemas"))
def test_schemas(row: dict[str, Any]) -> None:
    text = reading.text(row, "schema")
    for kind in ("strict", "lenient"):
        try:
            schema = ingot.Schema(text, lenient=kind == "lenient")
        except ingot.SchemaError as error:
            assert row[kind] == "refuse", error
            assert error.kind == row["error"]
        else:
            assert row[kind] == "accept"
            if "canonical" in row:
                assert schema.canonical_form() == row["canonical"]
                assert schema.fingerprint("sha256").hex() == row["fingerprints"]["sha256"]


@pytest.mark.parametrize("row", rows("framing"))
def test_framing(row: dict[str, Any]) -> None:
    schema = ingot.Schema(reading.schema(row), lenient=True, logical=False)
    data = reading.content(row, "bytes")
    try:
        if row["framing"] == "registry":
            value = schema.decode_registry(row["registry_id"], data)
        else:
            value = schema.decode_single_object(data)
    except ingot.DecodeError as error:
        assert row["strict"] == "refuse", error
        assert error.kind == row["error"]
        return
    assert row["strict"] == "accept"
    expected = reading.Plain(row["schema"]).value(row["value"])
    assert reading.same(value, expected)
    if row["framing"] == "registry":
        assert schema.encode_registry(row["registry_id"], expected) == data
    else:
        assert schema.encode_single_object(expected) == data


@pytest.mark.parametrize("row", [one for one in rows("resolution") if has(one.values[0], "bytes")])
def test_resolution(row: dict[str, Any]) -> None:
    writer, reader = (ingot.Schema(reading.schema(row, side), lenient=True) for side in ("writer", "reader"))
    try:
        found = writer.decode(reading.content(row, "bytes"), reader=reader)
    except (ingot.DecodeError, ingot.SchemaError) as error:
        assert row["strict"] == "refuse", error
        assert error.kind == row["error"]
    else:
        assert row["strict"] == "accept", found
        assert reading.same(found, reading.Plain(row["reader"]).value(row["value"]))
