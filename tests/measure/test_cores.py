"""Which core processes run on while they take turns: the same one for all, and for the lab; elsewhere as before."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.runner import cores

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="cores are chosen on Linux only")

# A process with threads and a child; one more thread after a line has come in.
HELPERS = """
import subprocess, sys, threading
def wait(): threading.Event().wait()
for _ in range(3): threading.Thread(target=wait, daemon=True).start()
child = subprocess.Popen(["sleep", "60"])
print("ready", flush=True)
sys.stdin.readline()
threading.Thread(target=wait, daemon=True).start()
print("again", flush=True)
sys.stdin.readline()
child.kill()
"""


@pytest.fixture
def helped() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", HELPERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process


def allowed(process: subprocess.Popen[str]) -> list[set[int]]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    threads = [t for pid in (str(process.pid), *children) for t in Path(f"/proc/{pid}/task").iterdir()]
    return [os.sched_getaffinity(int(thread.name)) for thread in threads]


def test_all_threads_and_children_stay_on_the_core_also_those_to_come(helped: subprocess.Popen[str]) -> None:
    core = max(os.sched_getaffinity(0))
    cores.confine(helped.pid, core)
    assert helped.stdin is not None and helped.stdout is not None
    helped.stdin.write("\n")
    helped.stdin.flush()
    helped.stdout.readline()
    found = allowed(helped)
    assert len(found) == 6 and all(one == {core} for one in found)


def test_a_process_that_has_ended_is_no_error(helped: subprocess.Popen[str]) -> None:
    helped.kill()
    helped.wait()
    cores.confine(helped.pid, min(os.sched_getaffinity(0)))


def test_the_lab_stays_with_them_and_has_all_cores_again_afterwards() -> None:
    before = os.sched_getaffinity(0)
    core = cores.quietest()
    assert core in before
    with pytest.raises(KeyboardInterrupt), cores.staying_on(core):
        assert os.sched_getaffinity(0) == {core}
        raise KeyboardInterrupt
    assert os.sched_getaffinity(0) == before


def test_a_lab_that_may_use_one_core_only_chooses_that_one() -> None:
    core = max(os.sched_getaffinity(0))
    with cores.staying_on(core):
        assert cores.quietest() == core
