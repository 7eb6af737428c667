"""The rows for Avro libraries: made from their rules, and enough of them; two libraries read what is valid."""

from __future__ import annotations

import json
import re
from pathlib import Path

from conformance.avro.libraries.asked import ask
from conformance.avro.libraries.python import LIBRARIES
from conformance.avro.libraries.reading import ROWS, names, read
from conformance.avro.make.rows import files

ALL = {name: read(name) for name in names()}
PAGE = (ROWS.parent / "README.md").read_text(encoding="utf-8")
OF_THE_MACHINE = ("bzip2", "xz")  # compressed by what the machine has

ASKED = ("data", "resolution", "schemas", "logical", "containers")

# Valid, and read by neither library as it should be: what the specification says of it.
BY_NEITHER = {
    "resolution/int-as-float-rounded",  # neither rounds to a float
    "resolution/long-as-float-once",
    "resolution/default-float-whole",  # the default stays a whole number
    "resolution/default-double-nan",
    "resolution/default-bytes",  # the default stays a text
    "resolution/default-fixed",
}


def test_they_are_what_the_rules_make() -> None:
    made = files()
    assert sorted(made) == names()
    for name, rows in made.items():
        lines = [row.line(name) for row in rows]
        kept = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in ALL[name]]
        assert [one for one in lines if not _of_the_machine(one)] == [one for one in kept if not _of_the_machine(one)]


def _of_the_machine(line: str) -> bool:
    return any(codec in json.loads(line)["id"] for codec in OF_THE_MACHINE)


def test_there_are_200_hostile_ones_and_no_id_twice() -> None:
    ids = [row["id"] for rows in ALL.values() for row in rows]
    assert len(ids) == len(set(ids))
    assert sum(len(rows) for name, rows in ALL.items() if name.startswith("hostile/")) >= 200


def test_every_error_class_and_field_is_on_the_page() -> None:
    words = set(re.findall(r"`([a-z0-9_-]+)`", PAGE))
    for rows in ALL.values():
        for row in rows:
            assert row.get("error", "id") in words, row["id"]
            assert set(row) <= words, row["id"]


def test_what_is_valid_is_read_alike_by_one_library_at_least() -> None:
    """Values beyond what hosts' types hold (`range`) are not asked: Python's dates end with the year 9999."""
    valid = [row for name in ASKED for row in ALL[name] if row["strict"] == "accept" and "range" not in row]
    assert {row["id"] for row in valid if "agrees" not in [ask(one, row) for one in LIBRARIES]} == BY_NEITHER


def test_all_files_are_on_the_page() -> None:
    for name in names():
        folder = Path(name).parent.as_posix()
        assert f"`{name}.jsonl`" in PAGE or f"`{folder}/*.jsonl`" in PAGE
