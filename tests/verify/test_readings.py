"""The proof of access: a reading in which one field is missing, or another's, is not a reading of the record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.boundaries.codecs.task import codec_task
from assay.data.canonical import reader
from assay.data.recordset import RecordSet
from assay.runner.broken import Broken
from assay_plain.reading import digits


def judged(people: RecordSet, folder: Path, change: Any) -> None:
    """Judge the readings of all records, changed first."""
    read = reader(people.schema)
    records = [read(line) for line in people.records.lines]
    change(records)
    path = folder / "readings"
    path.write_text("".join(digits(people.schema, record) + "\n" for record in records))
    codec_task(people, "access").judge(people.records, path)


def test_readings_of_every_field_are_taken(people: RecordSet, tmp_path: Path) -> None:
    judged(people, tmp_path, lambda records: None)


@pytest.mark.parametrize(
    "change",
    [
        lambda records: records[7].update(name=""),
        lambda records: records[7].update(email=None, age=0),
        lambda records: records[3]["phone_numbers"].reverse() or records[3]["phone_numbers"].append(""),
        lambda records: records.insert(0, records.pop()),
    ],
)
def test_a_field_left_out_is_found(people: RecordSet, tmp_path: Path, change: Any) -> None:
    with pytest.raises(Broken, match="what was read is not all its fields"):
        judged(people, tmp_path, change)


def test_readings_left_out_are_found(people: RecordSet, tmp_path: Path) -> None:
    with pytest.raises(Broken, match="299 outputs for 300 records"):
        judged(people, tmp_path, lambda records: records.pop())
