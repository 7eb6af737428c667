"""The stages before measuring: how much is taken, the schema that is kept, sizes, and in which order is built."""

from __future__ import annotations

import json
import time
from pathlib import Path

import psutil
import pytest
from trying import files

from assay.advice import schemas, sizes, trial
from assay.advice.drawn import LEAST, MOST, enough
from assay.advice.order import spread
from assay.builder.builder import build_one
from assay.builder.parallel import Job, build_all
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.data.schema import parse
from assay.languages.shared.recipe import TooLate, ending_at, run

ORDER = {
    "type": "record",
    "name": "Order",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "price", "type": ["null", "double"]},
        {"name": "lines", "type": {"type": "array", "items": {
            "type": "record", "name": "Line", "fields": [{"name": "sku", "type": "string"}]}}},
    ],
}  # fmt: skip
TEXT = json.dumps(ORDER)


def order(number: int) -> dict[str, object]:
    return {"id": number, "price": number / 3, "lines": [{"sku": f"S{number}"}] * (number % 3)}


@pytest.mark.parametrize(
    ("json_bytes", "records", "taken"),
    [(300 * 10_000, 10_000, 3333), (20 * 10_000, 10_000, MOST), (10**9, 1000, LEAST), (5000, 7, 7)],
)
def test_a_sample_is_about_a_megabyte(json_bytes: int, records: int, taken: int) -> None:
    assert enough(json_bytes, records) == taken


def test_an_edited_schema_is_never_overwritten(tmp_path: Path) -> None:
    first, other = schemas.keep(TEXT, tmp_path, "orders")
    assert first == tmp_path / "orders.avsc" and other is None
    assert schemas.keep(json.dumps(ORDER, indent=3), tmp_path, "orders") == (first, None)  # the same schema
    edited = TEXT.replace('"long"', '"int"')
    first.write_text(edited)
    assert schemas.keep(TEXT, tmp_path, "orders") == (tmp_path / "orders-2.avsc", first)
    assert first.read_text() == edited


def test_a_schema_is_shown_field_by_field() -> None:
    assert schemas.lines(parse(TEXT)) == [
        "id: long",
        "price: null or double",
        "lines: array of record",
        "  sku: string",
    ]


def test_formats_that_cannot_carry_the_records_say_why() -> None:
    records = [order(number) for number in range(50)]
    found = {one.format: one for one in sizes.by_references(TEXT, records)}
    assert found["avro"].sizes and found["json"].sizes
    assert found["avro"].sizes.mean < found["json"].sizes.mean
    records[7]["price"] = float("nan")
    found = {one.format: one for one in sizes.by_references(TEXT, records)}
    assert found["json"].sizes is None and "NaN" in found["json"].reason
    assert found["avro"].sizes
    section = sizes.section(list(found.values()), ["rkyv"], 50)
    assert [failure.name for failure in section.failures] == ["json"]
    assert section.table and section.table.lines[0].cells[0] == "avro"


def test_little_time_shows_some_of_everything(known: Catalog) -> None:
    contestants = known.select(operations=["encode", "decode"])
    ordered = spread(contestants, lambda one: one.name == "rust/prost", lambda one: one.language == "rust")
    assert sorted(one.name for one in ordered) == sorted(one.name for one in contestants)
    assert ordered[0].name == "rust/prost"
    languages = {one.language for one in contestants}
    assert {one.language for one in ordered[: len(languages)]} == languages
    for language in languages:
        mine = [one.manifest.format for one in ordered if one.language == language]
        assert len(set(mine[: len(set(mine))])) == len(set(mine)), f"{language}: a format comes twice before another"
    # What is slow to build does not hold up the others.
    assert max(n for n, one in enumerate(ordered) if one.language == "node") < ordered.index(
        [one for one in ordered if one.language == "rust"][-2]
    )


def test_who_exchanges_a_format_is_what_the_catalog_holds(known: Catalog) -> None:
    found = trial.readers(known)
    for name, languages in found.items():
        writers = {one.language for one in known.select(formats=[name], operations=["encode"])}
        assert set(languages) <= writers and len(languages) == len(set(languages))
    assert len(found["json"]) > 1
    assert "documents" not in found  # stores have no format that another language reads


def test_a_build_is_ended_with_all_that_it_started_when_its_time_is_up(tmp_path: Path) -> None:
    script = "sleep 600 & echo $! > started; wait"
    with ending_at(time.monotonic() + 1), pytest.raises(TooLate):
        run(["sh", "-c", script], tmp_path / "log", cwd=tmp_path)
    started = int((tmp_path / "started").read_text())
    assert not psutil.pid_exists(started) or psutil.Process(started).status() == psutil.STATUS_ZOMBIE


def test_no_build_begins_when_it_is_too_late(
    known: Catalog, people: RecordSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    contestant = known.contestant("python/json")
    past = time.monotonic() - 1
    assert build_one(contestant, people).start  # from now on the cache has it
    jobs = [Job(contestant, people)]
    (there,) = build_all(jobs, lambda state: None, past)
    assert there.start
    monkeypatch.setattr("assay.builder.builder.cache.is_made", lambda room, name: False)
    (late,) = build_all(jobs, lambda state: None, past)
    assert (late.start, late.status) == (None, "left-out")
    assert "no time was left" in late.reason


def test_the_five_files_are_made_or_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["files.py", str(tmp_path)])
    monkeypatch.setattr(files, "FILES", {name: files.FILES[name] for name in ("git-log.jsonl", "sales.parquet")})
    files.main()
    commits = [json.loads(line) for line in (tmp_path / "git-log.jsonl").read_text().splitlines()]
    assert commits and all(len(commit["commit"]) == 40 for commit in commits)
