"""What others keep a machine busy with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from assay.measure import machine
from assay.runner.usage import processor_seconds, waited_ns


@pytest.fixture
def spinning() -> Iterator[int]:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        yield process.pid
        process.kill()


def test_whoever_is_busy_is_named(spinning: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "SHOWN", 1000)  # a busy machine has busier processes
    assert f"({spinning})" in machine.busy()


def test_what_a_process_uses_and_waits_for_only_grows(spinning: int) -> None:
    first = processor_seconds(spinning), waited_ns(spinning)
    machine.busy()
    assert processor_seconds(spinning) > first[0]
    if first[1] is not None:
        assert (waited_ns(spinning) or 0) >= first[1]


def test_a_process_that_is_gone_uses_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    assert processor_seconds(process.pid) == 0
    assert waited_ns(process.pid) is None
