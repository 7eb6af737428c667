"""Of a user's file a sample is taken, and how many records there are is known."""

from __future__ import annotations

import json
from pathlib import Path

import fastavro
import pytest

from assay.base.errors import AssayError
from assay.data import container_format
from assay.data.intake import own
from assay.data.intake.own import own_record_set

MAX = 5


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "OWN_RECORDS", MAX)


def file(folder: Path, form: str, count: int) -> Path:
    path = folder / f"orders.{form}"
    records = [{"id": number} for number in range(count)]
    if form == "avro":
        schema = {"type": "record", "name": "Order", "fields": [{"name": "id", "type": "long"}]}
        with path.open("wb") as out:
            fastavro.writer(out, schema, records, sync_interval=4)
    else:
        path.write_text("".join(f"{json.dumps(record)}\n\n" for record in records))
    return path


@pytest.mark.parametrize("form", ["avro", "jsonl"])
@pytest.mark.parametrize(("held", "cut"), [(MAX - 1, False), (MAX, False), (MAX + 1, True)])
def test_a_file_with_more_records_than_are_taken_is_cut(tmp_path: Path, form: str, held: int, cut: bool) -> None:
    made = own_record_set(file(tmp_path, form, held), None, None, 1)
    assert (made.facts.count, made.cut) == (min(held, MAX), cut)


@pytest.mark.parametrize("form", ["avro", "jsonl"])
def test_a_number_that_was_asked_for_is_drawn_from_all_of_the_file(tmp_path: Path, form: str) -> None:
    made = own_record_set(file(tmp_path, form, 1000), None, 3, 1)
    assert (made.facts.count, made.held, made.cut) == (3, 1000, True)
    numbers = [int(json.loads(line)["id"]) for line in made.records.lines]
    assert numbers == sorted(numbers) and numbers[-1] > 2


def test_a_container_is_known_by_its_content_and_not_by_its_name(tmp_path: Path) -> None:
    path = file(tmp_path, "avro", 3)
    for name in ("orders.avro12", "orders.jsonl", "orders"):
        assert own_record_set(path.rename(tmp_path / name), None, None, 1).facts.count == 3
        path = tmp_path / name


@pytest.mark.parametrize("codec", ["null", "deflate"])
@pytest.mark.parametrize("sized", [False, True], ids=["counted", "sized"])
def test_a_header_may_hold_bytes_of_any_kind(tmp_path: Path, codec: str, sized: bool) -> None:
    plain = file(tmp_path, "avro", 4)
    meta = {
        b"avro.schema": b'{"type": "record", "name": "Order", "fields": [{"name": "id", "type": "long"}]}',
        b"avro.codec": codec.encode(),
        b"checksum": b"\xff\xfe\x00",
        b"\xe9t\xe9": b"x",
    }
    entries = b"".join(_bytes(key) + _bytes(value) for key, value in meta.items())
    count = _long(-len(meta)) + _long(len(entries)) if sized else _long(len(meta))
    data = container_format.compress(b"".join(_long(n) for n in range(4)), codec, None)
    sync = bytes(range(16))
    path = tmp_path / "odd.avro"
    path.write_bytes(b"Obj\x01" + count + entries + _long(0) + sync + _long(4) + _long(len(data)) + data + sync)
    assert own_record_set(path, None, None, 1).facts.digest == own_record_set(plain, None, None, 1).facts.digest


def _long(value: int) -> bytes:
    rest = (value << 1) ^ (value >> 63)
    out = bytearray()
    while rest > 0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes([*out, rest])


def _bytes(data: bytes) -> bytes:
    return _long(len(data)) + data


@pytest.mark.parametrize("length", [2**62, -3])
def test_a_damaged_header_is_one_clear_line(tmp_path: Path, length: int) -> None:
    path = tmp_path / "damaged.avro"
    path.write_bytes(b"Obj\x01" + _long(1) + _long(length) + b"avro.schema")
    with pytest.raises(AssayError, match=r"damaged\.avro: not an Avro container file: "):
        own_record_set(path, None, None, 1)


@pytest.mark.parametrize("type_", ["float", "double"])
def test_a_whole_number_beyond_a_real_is_one_clear_line(tmp_path: Path, type_: str) -> None:
    (tmp_path / "r.avsc").write_text(
        json.dumps({"type": "record", "name": "R", "fields": [{"name": "a", "type": type_}]})
    )
    (tmp_path / "large.jsonl").write_text('{"a": 1' + "0" * 400 + "}\n")
    with pytest.raises(AssayError, match=rf"large.jsonl:1: a: int is outside the range of {type_}$"):
        own_record_set(tmp_path / "large.jsonl", tmp_path / "r.avsc", None, 1)


def test_records_that_take_no_bytes_are_not_read_without_end(tmp_path: Path) -> None:
    path = tmp_path / "empty.avro"
    schema = b'{"type": "record", "name": "R", "fields": [{"name": "n", "type": "null"}]}'
    entries = _bytes(b"avro.schema") + _bytes(schema)
    sync = bytes(range(16))
    path.write_bytes(b"Obj\x01" + _long(1) + entries + _long(0) + sync + _long(2**60) + _long(0) + sync)
    with pytest.raises(AssayError, match=r"empty\.avro: damaged or cut off after record 0: a block of 1,152,921,50"):
        own_record_set(path, None, None, 1)


def test_bytes_are_not_taken_for_the_text_of_their_digits(tmp_path: Path) -> None:
    schema = {"type": "record", "name": "R", "fields": [{"name": "v", "type": ["bytes", "string"]}]}
    digests = []
    for value in (b"\xab", "ab"):
        path = tmp_path / "values.avro"
        with path.open("wb") as out:
            fastavro.writer(out, schema, [{"v": value}])
        digests.append(own_record_set(path, None, None, 1).facts.digest)
    assert digests[0] != digests[1]
