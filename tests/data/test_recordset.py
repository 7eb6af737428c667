"""Record sets: reproducible, cached, and what the workload says."""

from __future__ import annotations

import hashlib
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fastavro
import pytest

from assay.base.errors import AssayError
from assay.catalog.catalog import Catalog
from assay.data import recordset
from assay.data.intake.own import own_record_set
from assay.data.recordset import RecordSet
from assay.data.schema import Schema
from assay.data.stored import Made
from assay.data.workload import record_set
from assay_plain.framing import read_frames

# SHA-256 over the canonical lines of the first 100 records for seed 42: a change here is a change of the workload.
FIRST_100 = {
    "array-string": "9f0cc875392d0c89",
    "bytes": "076a867dfe3658dd",
    "cake": "d5aca53cefd86aa0",
    "citizen": "ddbcf2bddd06ce19",
    "coupon": "a59b42791fa6374a",
    "document": "c7f2081c355602b1",
    "document-2k": "bbcb00daf2946f6e",
    "document-20k": "8b8246fc6bf73ee9",
    "double": "e2765d92ca4d4e5d",
    "enum": "c62278b48559179f",
    "history-item": "f3ee15d99b4997e8",
    "human": "089dd04c1a5e0635",
    "impressions": "492adc6437919847",
    "int": "5ede08bf51f87eb1",
    "long": "e5490f958d960b4b",
    "media-content": "c103f2a95a8cbfa0",
    "metrics": "aea1e769426f4246",
    "null": "18dd68b41d7ca21e",
    "numeric-struct": "6ee56bdf4200ec02",
    "pci-event": "c0f06215d72451ea",
    "person": "c1855a99a31d46cf",
    "sample": "0717f699aab165ea",
    "single-key": "0a1b506800cbe51b",
    "string": "91f0d786255544b4",
    "union": "53ec12fae1a21161",
    "user": "54ca45bd793d5a11",
}


@pytest.mark.parametrize("name", FIRST_100)
def test_the_records_of_a_workload_stay_what_they_are(known: Catalog, name: str) -> None:
    lines = record_set(known.workload(name), 100, seed=42).records.lines
    text = "".join(line + "\n" for line in lines)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == FIRST_100[name]


def test_every_workload_is_pinned(known: Catalog) -> None:
    assert set(FIRST_100) == set(known.workloads)


def test_person_is_the_record_of_the_published_benchmark(people: RecordSet) -> None:
    assert (
        people.records.lines[3]
        == '{"name":"Person_3","age":23,"email":"person3@example.com","phone_numbers":["+1-555-0030"]}'
    )
    assert people.records.lines[4].endswith('"email":null,"phone_numbers":["+1-555-0040","+1-555-0041"]}')


def test_decoys_are_as_many_and_all_different(people: RecordSet) -> None:
    assert len(people.decoys.lines) == len(people.records.lines) == 300
    assert all(a != b for a, b in zip(people.records.lines, people.decoys.lines, strict=True))
    assert len(people.decoys.frames) == 300


def test_records_of_one_length_take_each_others_places(people: RecordSet) -> None:
    few, turned = people.few[-1], people.turned
    assert sorted(turned.lines) == sorted(few.lines)
    assert [len(data) for data in turned.frames] == [len(data) for data in few.frames]
    assert sum(a != b for a, b in zip(turned.lines, few.lines, strict=True)) > 190


def test_the_container_holds_the_same_records(people: RecordSet) -> None:
    with (people.folder / "records.avro").open("rb") as file:
        records: Iterator[Any] = fastavro.reader(file)
        names = [record["name"] for record in records]
    assert names == [f"Person_{n}" for n in range(300)]


def test_the_facts_tell_the_sizes(people: RecordSet) -> None:
    assert people.facts.count == 300
    assert people.facts.avro_bytes == sum(map(len, people.records.frames))
    assert people.facts.json_bytes == people.records.records_path.stat().st_size


def test_a_set_that_is_there_is_not_made_again(known: Catalog, people: RecordSet) -> None:
    before = people.records.records_path.stat().st_mtime_ns
    again = record_set(known.workload("person"), 300, seed=42)
    assert again.folder == people.folder
    assert again.records.records_path.stat().st_mtime_ns == before


def test_a_set_whose_making_was_interrupted_is_made_again(
    known: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    made = record_set(known.workload("person"), 10, seed=1)
    (made.folder / ".done").unlink()
    made.records.records_path.write_text("half of it")
    assert record_set(known.workload("person"), 10, seed=1).records.lines[0].startswith('{"name":"Person_0"')


def test_how_far_a_set_is_made_is_told_and_one_that_is_there_says_nothing(
    known: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    told: list[str] = []
    record_set(known.workload("person"), 300, seed=1, now=told.append)
    assert told == [f"making 300 records of person: {percent}%" for percent in range(100)]
    record_set(known.workload("person"), 300, seed=1, now=told.append)
    assert len(told) == 100


def test_a_set_is_never_in_memory_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    schema = '{"type": "record", "name": "R", "fields": [{"name": "s", "type": "string"}]}'
    size, count = 10_000, 3_000

    def make(schema: Schema) -> recordset.Values:
        long = Made(count, lambda n: {"s": f"{n}" * (size // len(f"{n}"))})
        return recordset.Values(long, long)

    tracemalloc.start()
    made = recordset.build("large", schema, ["large"], make, "large")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert made.facts.json_bytes > 0.99 * size * count
    assert most < made.facts.json_bytes / 2


def test_own_json_lines_are_taken_as_people_write_them(tmp_path: Path) -> None:
    (tmp_path / "s.avsc").write_text(
        '{"type": "record", "name": "R", "fields": ['
        '{"name": "d", "type": "double"}, {"name": "u", "type": ["null", "long", "string"]},'
        '{"name": "b", "type": "bytes", "default": "x"},'
        '{"name": "t", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}'
    )
    (tmp_path / "d.jsonl").write_text(
        '{"d": 1, "t": 5, "b": "\\u00ff\\u0000"}\n\n'
        '{"d": "NaN", "u": {"long": 7}, "t": 6}\n'
        '{"d": 2.5, "u": "s", "t": 7}'
    )
    made = own_record_set(tmp_path / "d.jsonl", tmp_path / "s.avsc", None, 42)
    assert list(made.records.lines) == [
        '{"d":"3ff0000000000000","u":null,"b":"ff00","t":5}',
        '{"d":"7ff8000000000000","u":{"integer":7},"b":"78","t":6}',
        '{"d":"4004000000000000","u":{"string":"s"},"b":"78","t":7}',
    ]
    assert "logicalType" not in made.schema_text
    assert list(made.decoys.lines) == [*made.records.lines[1:], made.records.lines[0]]


@pytest.mark.parametrize("codec", ["null", "deflate"])
def test_own_containers_are_read_without_their_logical_types(tmp_path: Path, codec: str) -> None:
    schema = {
        "type": "record",
        "name": "R",
        "fields": [{"name": "when", "type": {"type": "int", "logicalType": "date"}}],
    }
    path = tmp_path / "dates.avro"
    with path.open("wb") as file:
        fastavro.writer(file, schema, [{"when": n} for n in range(1000)], codec=codec, sync_interval=100)
    made = own_record_set(path, None, None, 42)
    assert list(made.records.lines) == [f'{{"when":{n}}}' for n in range(1000)]


def test_a_single_record_has_a_random_decoy(tmp_path: Path) -> None:
    (tmp_path / "s.avsc").write_text('{"type": "record", "name": "R", "fields": [{"name": "s", "type": "string"}]}')
    (tmp_path / "d.jsonl").write_text('{"s": "always the same"}\n' * 3)
    made = own_record_set(tmp_path / "d.jsonl", tmp_path / "s.avsc", None, 42)
    assert set(made.records.lines).isdisjoint(made.decoys.lines)


def test_frames_that_are_cut_off_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\x03\x00\x00\x00ab")
    with pytest.raises(ValueError, match="frame 0"):
        read_frames(tmp_path / "f")


def test_a_generator_without_its_function_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from assay.catalog import catalog

    folder = tmp_path / "workloads" / "w"
    folder.mkdir(parents=True)
    (folder / "schema.avsc").write_text('"int"')
    (folder / "workload.toml").write_text('title = "W"\ndescription = "d"\nrecords = 3\n')
    (folder / "generate.py").write_text("def rekord(number, rng):\n    return 1\n")
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    with pytest.raises(AssayError, match=r"must define record\(number, rng\)"):
        record_set(catalog.load().workload("w"), None, 1)
