"""Instructions counted by callgrind, of a real contestant: nearly the same every time, and more for more work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import Built, build_one
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.runner import callgrind
from assay.runner.broken import Broken

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(callgrind.problem()), reason=callgrind.problem()),
]
TIMEOUT = 300.0


@pytest.fixture
def nulls(known: Catalog) -> RecordSet:
    return record_set(known.workload("null"), 3000, seed=42)


@pytest.fixture
def built(known: Catalog, nulls: RecordSet) -> Built:
    """The null contestant in C, which does next to nothing."""
    found = build_one(known.contestant("c/null"), nulls)
    if found.start is None:
        pytest.skip(found.reason)
    return found


def test_a_record_takes_the_same_instructions_every_time(built: Built, nulls: RecordSet, tmp_path: Path) -> None:
    task = codec_task(nulls, "encode")
    first, second = (callgrind.instructions(built, task, tmp_path, seed, TIMEOUT) for seed in (1, 2))
    assert first == pytest.approx(second, rel=0.05)
    assert 1 < first < 10_000


def test_starting_and_loading_do_not_count(built: Built, nulls: RecordSet, tmp_path: Path) -> None:
    each = callgrind.instructions(built, codec_task(nulls, "encode"), tmp_path, 1, TIMEOUT)
    whole = int(callgrind.TOTAL.findall((tmp_path / "callgrind.out").read_text())[0])
    assert each * nulls.records.count < whole / 2


def test_a_process_that_fails_says_so(built: Built, nulls: RecordSet, tmp_path: Path) -> None:
    gone = replace(nulls, folder=tmp_path / "gone")
    with pytest.raises(Broken):
        callgrind.instructions(built, codec_task(gone, "encode"), tmp_path, 1, TIMEOUT)
