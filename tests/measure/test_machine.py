"""What others keep a machine busy with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from assay.base import capacity
from assay.base.capacity import Capacity
from assay.measure import machine
from assay.measure.executor import ProcessExecutor
from assay.results.document import Cell, Limited
from assay.results.request import Settings
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


def test_a_machine_that_gives_a_part_is_described_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "whole", lambda: Capacity(8, 16 * 2**30))
    monkeypatch.setattr(capacity, "allowed", lambda: Capacity(1.5, 2 * 2**30))
    found = machine.describe()
    assert (found.cores, found.memory_bytes) == (2, 2 * 2**30)
    assert found.limited == Limited(processors=1.5, machine_cores=8, machine_memory_bytes=16 * 2**30)


def test_groups_are_planned_with_what_a_control_group_leaves(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = [Cell(contestant=name, workload="w", operation="encode") for name in ("base", "a", "b")]
    subjects = {cell.key: SimpleNamespace(memory=2**30, alone="") for cell in cells}
    execute = ProcessExecutor(cast(Any, subjects), settings, "base", 1, tmp_path)
    monkeypatch.setattr(capacity, "free_memory", lambda: 64 * 2**30)
    assert len(execute.groups(cells, 0)) == 1
    monkeypatch.setattr(capacity, "free_memory", lambda: 4 * 2**30)
    assert [len(group.cells) for group in execute.groups(cells, 0)] == [2, 2]
