"""The same adapters in a real Chromium: proved by the lab's own proof, measured by the same requests."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from assay.boundaries.codecs.proof import prove
from assay.boundaries.codecs.task import CodecTask, codec_task
from assay.builder.builder import Built, missing
from assay.catalog import catalog
from assay.data.formats.encoded import by_reference
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.runner import session
from assay.runner.broken import Refused
from assay.runner.process import Limits, Process
from assay_plain.digest import SplitMix64, combine, fnv1a, sample

pytestmark = pytest.mark.slow

# One that needs nothing but what a page has, and one whose library wants Node's class of bytes.
NAMES = ("browser/json", "browser/avsc")
COARSEST_CLOCK = 100_000  # ns
SAMPLES = 16


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    if reason := missing(catalog.load().contestant(request.param)):
        pytest.skip(reason)
    return str(request.param)


@pytest.fixture
def built(build: Callable[[str, RecordSet], Built], name: str, people: RecordSet) -> Built:
    return build(name, people)


@pytest.fixture
def process(built: Built, limits: Limits, tmp_path: Path) -> Iterator[Process]:
    with session.start(built, tmp_path / "log", limits) as started:
        yield started


def task_of(built: Built, people: RecordSet, operation: str) -> CodecTask:
    return codec_task(people, operation, by_reference(people, built.contestant.manifest.format))


@pytest.mark.parametrize("operation", ["encode", "decode"])
def test_it_is_proved(built: Built, people: RecordSet, operation: str, limits: Limits, tmp_path: Path) -> None:
    verdict = prove(built, task_of(built, people, operation), limits, tmp_path)
    assert verdict.broken is None, verdict.broken.reason
    assert verdict.runtime.startswith("Chromium ")


def test_batches_are_long_for_a_clock_that_is_coarse(process: Process, built: Built, people: RecordSet) -> None:
    task = task_of(built, people, "encode")
    session.load(process, task, people.records)
    reply = process.ask(
        "measure", operation="encode", batches=2, min_batch_ns=1000, threads=1, seed=42, samples=SAMPLES
    )
    # Without isolation from other pages Chromium's clock would go in steps of 100 µs.
    assert 1 < reply["timer_ns"] < COARSEST_CLOCK
    generator = SplitMix64(42)
    each = [fnv1a(data) for data in task.encoded.frames(people.records)]
    for batch in reply["batches"]:
        assert batch["records"] == batch["passes"] * people.facts.count
        assert batch["wall_ns"] > 0 and batch["cpu_ns"] >= 0
        drawn = sample(generator, batch["passes"], people.facts.count, SAMPLES)
        assert batch["digest"] == combine(each[index] for _, index in drawn)


def test_processor_time_is_that_of_the_clocked_work(
    build: Callable[[str, RecordSet], Built], limits: Limits, tmp_path: Path
) -> None:
    """Of the null contestant's decoding nearly all is done outside of the clock: its inputs are new in each pass."""
    null = "browser/null"
    if reason := missing(catalog.load().contestant(null)):
        pytest.skip(reason)
    nothing = record_set(catalog.load().workload("null"), 10_000, seed=0)
    built = build(null, nothing)
    with session.start(built, tmp_path / "log", limits) as process:
        session.load(process, codec_task(nothing, "decode"), nothing.records)
        reply = process.ask(
            "measure", operation="decode", batches=2, min_batch_ns=500_000_000, threads=1, seed=1, samples=SAMPLES
        )
        batch = reply["batches"][1]
    # The kit ended the batch because of what it does outside of the clock, 2 s of it on one core.
    assert batch["wall_ns"] < 250_000_000
    assert batch["cpu_ns"] < 600_000_000  # some of it remains: the collector's threads work on other cores


def test_files_that_cannot_be_read_or_written_are_refused(process: Process, built: Built, people: RecordSet) -> None:
    task = task_of(built, people, "encode")
    with pytest.raises(Refused) as caught:
        process.ask("load", **(task.load_keys(people.records) | {"records": "/nowhere/records"}))
    assert caught.value.kind == "bad_input"
    session.load(process, task, people.records)
    with pytest.raises(Refused) as caught:
        process.ask("prove", operation="encode", output="/nowhere/output")
    assert caught.value.kind == "bad_input"


@pytest.mark.parametrize("name", ["browser/avsc"], indirect=True)
def test_containers_are_unsupported(process: Process, people: RecordSet) -> None:
    settings = {"compression": "null", "level": None, "block_bytes": 16000}
    with pytest.raises(Refused) as caught:
        process.ask("load", **(codec_task(people, "encode").load_keys(people.records) | {"settings": settings}))
    assert caught.value.kind == "unsupported"


def test_nothing_is_left_of_a_process_that_is_killed(process: Process, built: Built) -> None:
    session.greet(process, built)
    children = psutil.Process(process.popen.pid).children(recursive=True)
    assert children
    process.end()
    deadline = time.monotonic() + 20
    while any(is_alive(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(is_alive(child) for child in children)


def is_alive(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
