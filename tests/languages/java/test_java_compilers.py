"""What becomes hot between two timed batches is compiled before the next begins, and not beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one
from assay.catalog import catalog
from assay.data.formats.encoded import by_reference
from assay.data.workload import record_set
from assay.runner import session
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

PLANTED = Path(__file__).parent / "catalog"
BATCHES = 40
BESIDE, ALONE = "beside a compiler", "alone"


def test_timed_batches_do_not_begin_beside_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASSAY_CATALOG", str(PLANTED))
    known = catalog.load()
    records = record_set(known.workload("person"), 100, seed=1)
    built = build_one(known.contestant("java/compiles"), records)
    task = codec_task(records, "decode", by_reference(records, "avro"))
    log = tmp_path / "log"
    with session.start(built, log, Limits(4 << 30, 60)) as process:
        session.greet(process, built)
        session.load(process, task, records.records)
        keys: dict[str, Any] = {"operation": "decode", "threads": 1, "seed": 1, "samples": 1, "min_batch_ns": 1_000_000}
        for _ in range(BATCHES):
            process.ask("warm", seconds=0.0, **keys)
        warming_up = log.read_text()
        for _ in range(BATCHES):
            process.ask("measure", batches=1, **keys)
        timed = log.read_text().removeprefix(warming_up)
    assert warming_up.count(BESIDE) >= BATCHES / 2  # or the planted work does nothing
    assert timed.count(ALONE) + timed.count(BESIDE) == BATCHES
    # The kit's own last steps before a batch may become hot at any time, and a busy machine gives the compiler a core
    # only when the batch has begun: some batches begin beside it all the same, but far fewer than without the wait.
    assert timed.count(BESIDE) < warming_up.count(BESIDE) / 2
