"""Proofs run beside each other where their boundary allows it, in the order of contestants, and are stopped at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

import pytest

from assay.base import capacity
from assay.boundaries.boundary import Outcome, Outcomes, Place
from assay.measure import proofs
from assay.measure.proofs import UNPROVED, Proof, prove_all
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


def proof(name: str) -> Proof:
    built = SimpleNamespace(start=object(), status="ready", reason="", contestant=SimpleNamespace(name=name))
    return Proof(cast(Any, built), [cast(Any, Task(name))])


def proved(folder: Path, names: str, **keys: float) -> list[str]:
    found = prove_all([proof(name) for name in names], {}, Place(LIMITS, folder, lambda text: None), **keys)
    return [str(outcomes[0].found) for _, outcomes in found]


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "cores", lambda: 2)


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


def test_a_boundary_whose_proofs_would_disturb_each_other_has_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = threading.Lock()
    order: list[str] = []

    def proving(name: str) -> None:
        assert busy.acquire(blocking=False)
        order.append(name)
        busy.release()

    monkeypatch.setattr(proofs, "BOUNDARIES", {"codec": Fake(False, proving)})
    proved(tmp_path, "abcdefgh")
    assert order == list("abcdefgh")


def test_after_its_time_no_proof_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(proofs, "BOUNDARIES", {"codec": Fake(True, begun.append)})
    assert all(UNPROVED in words for words in proved(tmp_path, "ab", until=0.0))
    assert not begun


def test_an_interruption_ends_contestants_that_would_be_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

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
    assert threading.active_count() == 1
