"""Proofs run beside each other where their boundary allows it, in the order of contestants, and are stopped at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

import pytest

from assay.base import capacity
from assay.boundaries.boundary import Outcome, Outcomes, Place
from assay.measure import proofs
from assay.measure.proofs import UNPROVED, ToProve, prove_all
from assay.runner.broken import NotBuilt
from assay.runner.process import Limits, Process

WAIT = 30.0  # seconds, for what comes at once unless the test fails
LIMITS = Limits(memory=2**30, reply=WAIT)


class Fake:
    """A boundary. ``proving``: called with the contestant's name while its proof runs."""

    def __init__(self, beside: bool, proving: Callable[[str], None]) -> None:
        self.kind, self.proves_beside, self.proving = "codec", beside, proving

    def prove(self, built: Any, tasks: Sequence[Any], place: Place) -> Outcomes:
        self.proving(built.contestant.name)
        return Outcomes([Outcome(task, NotBuilt("failed", built.contestant.name)) for task in tasks])


@dataclass(frozen=True)
class Task:
    """What the course asks of a task."""

    name: str
    way: Any = field(default_factory=lambda: SimpleNamespace(kind="codec"), hash=False)
    records: Any = field(default_factory=lambda: SimpleNamespace(folder=Path("records")), hash=False)


def to_prove(name: str) -> ToProve:
    built = SimpleNamespace(start=object(), status="ready", reason="", contestant=SimpleNamespace(name=name))
    return ToProve(cast(Any, built), [cast(Any, Task(name))])


def proved(folder: Path, names: str, **keys: float) -> list[str]:
    found = prove_all([to_prove(name) for name in names], {}, Place(LIMITS, folder, lambda text: None), **keys)
    return [str(outcomes[0].found) for _, outcomes in found]


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "cores", lambda: 2)
    monkeypatch.setattr(capacity, "free_memory", lambda: 2 * LIMITS.memory)


def test_two_cores_prove_two_contestants_and_outcomes_keep_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = threading.Barrier(2, timeout=WAIT)
    second = threading.Event()

    def proving(name: str) -> None:
        both.wait()
        if name == "a":
            assert second.wait(WAIT)
        else:
            second.set()

    monkeypatch.setattr(proofs, "BOUNDARIES", {"codec": Fake(True, proving)})
    assert [words.split()[-1] for words in proved(tmp_path, "ab")] == ["a", "b"]


@pytest.mark.parametrize(("beside", "memory", "at_once"), [(True, 3, 2), (False, 3, 1), (True, 1, 1)])
def test_so_many_run_at_once_as_the_boundary_and_the_memory_allow(
    beside: bool, memory: int, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = "abcdefgh"
    before = threading.active_count()
    workers: set[int] = set()
    handed_out = threading.Event()

    class Pool(ThreadPoolExecutor):
        def submit(self, call: Any, one: Any) -> Any:  # type: ignore[override]
            begun = super().submit(call, one)
            if one.built.contestant.name == names[-1]:
                handed_out.set()
            return begun

    def proving(name: str) -> None:
        # All are handed out and none has ended, so there are as many workers as ever will be.
        assert handed_out.wait(WAIT)
        workers.add(threading.active_count() - before)

    monkeypatch.setattr(capacity, "free_memory", lambda: memory * LIMITS.memory)
    monkeypatch.setattr(proofs, "BOUNDARIES", {"codec": Fake(beside, proving)})
    monkeypatch.setattr(proofs, "ThreadPoolExecutor", Pool)
    proved(tmp_path, names)
    assert workers == {at_once}


def test_after_its_time_no_proof_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(proofs, "BOUNDARIES", {"codec": Fake(True, begun.append)})
    assert all(UNPROVED in words for words in proved(tmp_path, "ab", until=0.0))
    assert not begun


def test_an_interruption_ends_contestants_that_would_be_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    before = threading.active_count()

    def proving(name: str) -> None:
        if name == "a":
            assert begun.wait(WAIT)
            raise KeyboardInterrupt
        with Process(["sleep", "3000"], os.environ, tmp_path / "log", LIMITS, TemporaryDirectory()) as silent:
            begun.set()
            silent.ask("hello", timeout=100 * WAIT)

    monkeypatch.setattr(proofs, "BOUNDARIES", {"codec": Fake(True, proving)})
    with pytest.raises(KeyboardInterrupt):
        proved(tmp_path, "ab")
    assert threading.active_count() == before


def test_no_proof_goes_on_where_the_outcomes_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    before = threading.active_count()

    def proving(name: str) -> None:
        if name == "b":
            with Process(["sleep", "3000"], os.environ, tmp_path / "log", LIMITS, TemporaryDirectory()) as silent:
                begun.set()
                silent.ask("hello", timeout=100 * WAIT)

    monkeypatch.setattr(proofs, "BOUNDARIES", {"codec": Fake(True, proving)})
    found = prove_all([to_prove("a"), to_prove("b")], {}, Place(LIMITS, tmp_path, lambda text: None))
    with closing(found):
        next(found)
        assert begun.wait(WAIT)
    assert threading.active_count() == before
