"""Documents for stores, made of a record set."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked

from assay.boundaries.every import BOUNDARIES
from assay.catalog.catalog import Catalog
from assay.data.workload import record_set


def test_how_far_documents_are_made_is_told_and_those_that_are_there_say_nothing(
    known: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    records = record_set(known.workload("document"), 300, seed=1)
    told: list[str] = []
    BOUNDARIES["store"].tasks(asked(), records, ["put"], told.append)
    made = "making 300 records of document: {}%, as documents in random order"
    assert told == [made.format(percent) for percent in range(100)]
    BOUNDARIES["store"].tasks(asked(), records, ["put"], told.append)
    assert len(told) == 100
