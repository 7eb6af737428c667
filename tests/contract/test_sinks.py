"""A runtime that may drop the work which it should do is found out, not measured."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import Built
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.runner import session
from assay.runner.broken import Refused
from assay.runner.process import Limits, Process

pytestmark = pytest.mark.slow


@pytest.fixture
def without_sink(known: Catalog, build: Callable[[str, RecordSet], Built]) -> tuple[Built, RecordSet]:
    records = record_set(known.workload("null"), 300, 0)
    built = build("java/null", records)
    assert built.start is not None
    command = [word for word in built.start.command if "blackhole" not in word]
    assert len(command) == len(built.start.command) - 1
    return dataclasses.replace(built, start=dataclasses.replace(built.start, command=command)), records


def measure(process: Process) -> None:
    process.ask("measure", operation="encode", batches=1, min_batch_ns=1000, threads=1, seed=1, samples=1)


def test_a_jvm_started_without_the_sink_flag_is_refused(
    without_sink: tuple[Built, RecordSet], limits: Limits, tmp_path: Path
) -> None:
    built, records = without_sink
    with session.start(built, tmp_path / "log", limits) as process:
        session.load(process, codec_task(records, "encode"), records.records)
        with pytest.raises(Refused, match="optimizes away"):
            measure(process)


def test_a_jvm_whose_compiler_is_given_no_time_is_refused_too(
    without_sink: tuple[Built, RecordSet], limits: Limits, tmp_path: Path
) -> None:
    """On a busy machine the work is not optimized away yet when the canary looks, and is when it is timed."""
    built, records = without_sink
    patient = dataclasses.replace(limits, reply=300)  # the kit waits for who is given no time
    with busy_cores(), session.start(built, tmp_path / "log", patient) as process:
        session.load(process, codec_task(records, "encode"), records.records)
        assert starve(process.popen.pid, "C2 Compiler")
        with pytest.raises(Refused, match="optimizes away"):
            measure(process)


@contextmanager
def busy_cores() -> Iterator[None]:
    """Every core has something else to do than what runs only where nothing else does."""
    with ExitStack() as running:
        for _ in range(os.cpu_count() or 1):
            busy = running.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            running.callback(busy.kill)
        yield


def starve(pid: int, name: str) -> int:
    """How many threads of that name run only where nothing else does from now on."""
    threads = [task for task in Path(f"/proc/{pid}/task").iterdir() if (task / "comm").read_text().startswith(name)]
    for thread in threads:
        os.sched_setscheduler(int(thread.name), os.SCHED_IDLE, os.sched_param(0))
    return len(threads)
