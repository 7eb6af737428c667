"""A runtime that may drop the work which it should do is found out, not measured."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.builder.builder import Built
from assay.catalog.catalog import Catalog
from assay.codecs.task import codec_task
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.runner import session
from assay.runner.broken import Refused
from assay.runner.process import Limits

pytestmark = pytest.mark.slow


def test_a_jvm_started_without_the_sink_flag_is_refused(
    known: Catalog, build: Callable[[str, RecordSet], Built], limits: Limits, tmp_path: Path
) -> None:
    records = record_set(known.workload("null"), 300, 0)
    built = build("java/null", records)
    assert built.start is not None
    command = [word for word in built.start.command if "blackhole" not in word]
    assert len(command) == len(built.start.command) - 1
    without_sink = dataclasses.replace(built, start=dataclasses.replace(built.start, command=command))
    with session.start(without_sink, tmp_path / "log", limits) as process:
        session.load(process, codec_task(records, "encode"), records.records)
        with pytest.raises(Refused, match="optimizes away"):
            process.ask("measure", operation="encode", batches=1, min_batch_ns=1000, threads=1, seed=1, samples=1)
