"""What a process and its children hold is counted once, and all of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assay.runner.usage import resident

MIB = 1 << 20
HELD = 64 * MIB

# A parent and three children, each of which holds what HOLD gives; they say so by a line each and wait for an end.
FAMILY = """
import mmap, os, sys
def hold():
    {hold}
for _ in range({children}):
    if os.fork() == 0:
        break
held = hold()
os.write(1, b"here\\n")
sys.stdin.buffer.read()
"""
SHARED = "f = open({path!r}, 'rb'); m = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ); sum(m[::4096]); return m"
OWN = "return b'x' * {size}"


@contextmanager
def family(hold: str, children: int) -> Iterator[int]:
    program = FAMILY.format(hold=hold, children=children)
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        for _ in range(children + 1):
            assert parent.stdout.readline() == b"here\n"
        yield parent.pid


@pytest.mark.skipif(sys.platform != "linux", reason="shared pages are told apart on Linux only")
def test_a_file_that_all_of_them_map_is_counted_once(tmp_path: Path) -> None:
    file = tmp_path / "mapped"
    file.write_bytes(b"x" * HELD)
    with family(SHARED.format(path=str(file)), 3) as pid:
        assert HELD < resident(pid) < 2 * HELD


def test_memory_of_their_own_is_counted_for_each() -> None:
    with family(OWN.format(size=HELD), 3) as pid:
        assert 4 * HELD < resident(pid) < 6 * HELD


def test_a_process_that_is_gone_holds_nothing() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert resident(process.pid) == 0
