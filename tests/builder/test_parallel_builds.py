"""Which builds run side by side, and that none is lost."""

from __future__ import annotations

import math
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from assay.base import capacity
from assay.builder import parallel
from assay.builder.builder import Built
from assay.builder.parallel import Job, build_all
from assay.catalog import catalog
from assay.data.workload import record_set
from assay.languages.shared.recipe import BuildFailed, run

TOGETHER = 20.0  # seconds after which two builds that should meet have not


@pytest.fixture
def jobs() -> list[Job]:
    """Those of one language after those of the other, as a catalog lists them."""
    known = catalog.load()
    records = record_set(known.workload("person"), 1, seed=1)
    names = ["go/hamba", "go/twmb", "go/null", "python/avro", "python/fastavro", "python/null"]
    return [Job(known.contestant(name), records) for name in names]


def test_two_builds_at_once_are_of_two_languages(monkeypatch: pytest.MonkeyPatch, jobs: list[Job]) -> None:
    meeting = threading.Barrier(2, timeout=TOGETHER)
    pairs: list[set[str]] = []

    def build(contestant: Any, *_: Any) -> Built:
        here.append(contestant.language)
        if meeting.wait() == 0:
            pairs.append(set(here))
            here.clear()
        meeting.wait()
        return Built(contestant, None)

    here: list[str] = []
    monkeypatch.setattr(capacity, "cores", lambda: 2)
    monkeypatch.setattr(parallel, "build_one", build)
    assert [one.contestant for one in build_all(jobs, lambda state: None)] == [job.contestant for job in jobs]
    assert pairs == [{"go", "python"}] * 3


@pytest.mark.parametrize(("until", "first"), [(math.inf, "python/avro"), (1e12, "go/twmb")], ids=["whole", "limited"])
def test_the_language_with_most_builds_begins_unless_time_may_end_before_all(
    monkeypatch: pytest.MonkeyPatch, jobs: list[Job], until: float, first: str
) -> None:
    begun: list[str] = []

    def build(contestant: Any, *_: Any) -> Built:
        begun.append(contestant.name)
        return Built(contestant, None)

    monkeypatch.setattr(capacity, "cores", lambda: 1)
    monkeypatch.setattr(parallel, "build_one", build)
    build_all(jobs[1:], lambda state: None, until)
    assert begun[0] == first


def test_after_a_fault_no_further_build_begins(monkeypatch: pytest.MonkeyPatch, jobs: list[Job]) -> None:
    begun: list[str] = []

    def build(contestant: Any, *_: Any) -> Built:
        begun.append(contestant.name)
        raise KeyboardInterrupt

    monkeypatch.setattr(capacity, "cores", lambda: 1)
    monkeypatch.setattr(parallel, "build_one", build)
    with pytest.raises(KeyboardInterrupt):
        build_all(jobs, lambda state: None)
    assert len(begun) == 1


def test_an_interruption_of_the_lab_alone_ends_the_steps_of_builds(
    monkeypatch: pytest.MonkeyPatch, jobs: list[Job], tmp_path: Path
) -> None:
    """As `kill` does it, whose signal the lab takes for Ctrl-C; that one reaches the compilers by itself."""
    both = threading.Barrier(2, timeout=TOGETHER)
    ended: list[str] = []

    def build(contestant: Any, *_: Any) -> Built:
        both.wait()
        if contestant.language == "python":
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            try:
                run(["sleep", "60"], tmp_path / "log")
            except BuildFailed as error:
                ended.append(str(error))
        return Built(contestant, None)

    monkeypatch.setattr(capacity, "cores", lambda: 2)
    monkeypatch.setattr(parallel, "build_one", build)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            build_all([jobs[0], jobs[3]], lambda state: None)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert len(ended) == 1
