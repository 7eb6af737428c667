"""Node's kit reads bytes where they lie: to move them first would pass for work that a decoder left undone."""

from __future__ import annotations

import subprocess

import pytest

from assay.base.checkout import KITS
from assay.base.tools import NODE, find

pytestmark = pytest.mark.slow

# V8 keeps what small arrays hold within themselves until their `buffer` is asked for: then it moves and is counted.
READ = """
const { toHex } = require(process.argv[1]);
const arrays = Array.from({ length: 5000 }, () => Buffer.alloc(20));
const before = process.memoryUsage().arrayBuffers;
for (const one of arrays) toHex(one);
console.log(process.memoryUsage().arrayBuffers - before);
"""


def test_bytes_are_read_without_moving_them() -> None:
    if problem := find(NODE).problem:
        pytest.skip(problem)
    command = ["node", "-e", READ, str(KITS / "node" / "host.js")]
    moved = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert moved < 5000
