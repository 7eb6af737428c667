"""What control groups allow of a machine: folders as the kernel shows them, and a group of this kernel's own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import psutil
import pytest

from assay.base import capacity
from assay.base.capacity import Capacity

GIB = 2**30
MACHINE = Capacity(16, 64 * GIB)

Lay = Callable[[Mapping[str, str]], None]


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Lays files of a machine with 16 cores and 64 GiB, of which 60 are free."""
    memory = psutil.virtual_memory()._replace(total=MACHINE.memory, available=60 * GIB)
    monkeypatch.setattr(capacity, "ROOT", tmp_path)
    monkeypatch.setattr(os, "cpu_count", lambda: MACHINE.processors)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(16)), raising=False)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)

    def files(texts: Mapping[str, str]) -> None:
        for name, text in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")

    return files


def test_without_control_groups_all_of_the_machine_is_the_labs(lay: Lay) -> None:
    assert capacity.allowed() == capacity.whole() == MACHINE
    assert capacity.cores() == 16
    assert capacity.free_memory() == 60 * GIB


def test_a_container_of_version_2_is_seen(lay: Lay) -> None:
    lay(
        {
            "proc/self/cgroup": "0::/",
            "sys/fs/cgroup/cpu.max": "150000 100000",
            "sys/fs/cgroup/memory.max": str(2 * GIB),
            "sys/fs/cgroup/memory.current": str(GIB),
            "sys/fs/cgroup/memory.stat": f"anon 5\ninactive_file {GIB // 2}\nactive_file 7",
        }
    )
    assert capacity.allowed() == Capacity(1.5, 2 * GIB)
    assert capacity.cores() == 2
    assert capacity.free_memory() == GIB + GIB // 2  # the kernel drops files that have not been used lately


def test_a_group_is_bound_by_those_around_it(lay: Lay) -> None:
    lay(
        {
            "proc/self/cgroup": "0::/user.slice/lab.scope",
            "sys/fs/cgroup/user.slice/lab.scope/cpu.max": "max 100000",
            "sys/fs/cgroup/user.slice/lab.scope/memory.max": str(8 * GIB),
            "sys/fs/cgroup/user.slice/lab.scope/memory.current": str(GIB),
            "sys/fs/cgroup/user.slice/cpu.max": "400000 100000",
            "sys/fs/cgroup/user.slice/memory.max": str(4 * GIB),
            "sys/fs/cgroup/user.slice/memory.current": str(3 * GIB),
        }
    )
    assert capacity.allowed() == Capacity(4, 4 * GIB)
    assert capacity.free_memory() == GIB


def test_a_container_of_version_1_is_seen_though_it_sees_the_machines_paths(lay: Lay) -> None:
    lay(
        {
            "proc/self/cgroup": "4:memory:/docker/1a2b\n2:cpu,cpuacct:/docker/1a2b\n1:name=systemd:/docker/1a2b\n0::/",
            "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "300000",
            "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
            "sys/fs/cgroup/memory/memory.limit_in_bytes": str(2 * GIB),
            "sys/fs/cgroup/memory/memory.usage_in_bytes": str(GIB),
            "sys/fs/cgroup/memory/memory.stat": "inactive_file 9\ntotal_inactive_file 0",
        }
    )
    assert capacity.allowed() == Capacity(3, 2 * GIB)
    assert capacity.free_memory() == GIB


def test_no_limit_is_none(lay: Lay) -> None:
    lay(
        {
            "proc/self/cgroup": "4:memory:/\n1:cpu:/\n0::/",
            "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1",
            "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
            "sys/fs/cgroup/cpu.max": "max 100000",
            "sys/fs/cgroup/memory.max": "max",
            "sys/fs/cgroup/memory.current": "5",
            "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712",
            "sys/fs/cgroup/memory/memory.usage_in_bytes": str(GIB),
        }
    )
    assert capacity.allowed() == MACHINE
    assert capacity.free_memory() == 60 * GIB


def test_cores_that_were_taken_away_do_not_count(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3, 5}, raising=False)
    assert capacity.cores() == 2


@pytest.fixture
def group() -> Iterator[Path]:
    """A control group for memory of this kernel; whether version 1 or 2, only root may make it."""
    top = Path("/sys/fs/cgroup")
    folder = (top / "memory" if (top / "memory").is_dir() else top) / f"assay-test-{os.getpid()}"
    try:
        folder.mkdir()
    except OSError as error:
        pytest.skip(f"cannot make a control group here: {error.strerror}")
    yield folder
    folder.rmdir()


def test_the_limit_of_a_real_group_is_seen(group: Path) -> None:
    limit = next((group / name for name in ("memory.max", "memory.limit_in_bytes") if (group / name).exists()), None)
    if limit is None:
        pytest.skip("groups here have no limit of memory")
    limit.write_text(str(GIB))
    inside = f"""
import os
from pathlib import Path
Path({str(group / "cgroup.procs")!r}).write_text(str(os.getpid()))
from assay.base import capacity
print(capacity.allowed().memory, capacity.free_memory())
"""
    done = subprocess.run(
        [sys.executable, "-c", inside],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    total, free = map(int, done.stdout.split())
    assert total == GIB
    assert 0 < free < GIB
