"""A machine that is busy on purpose: one core at work without a pause, with memory traffic."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from assay.base.errors import AssayError

BYTES = 64 << 20  # of each buffer: more than the caches of most machines hold

# Copies one buffer over the other, again and again; ends by itself where the lab was killed before it could do so.
LOAD = f"""
import os
lab = os.getppid()
source, target = bytearray({BYTES}), bytearray({BYTES})
print("busy", flush=True)
while os.getppid() == lab:
    target[:] = source
"""
WORDS = f"one core that copies {BYTES >> 20} MiB of memory again and again"


@contextmanager
def disturbed() -> Iterator[int]:
    """Keep one core and the memory busy; gives the id of the process, in a session of its own, that does so.

    It is at work when the body begins, and gone when the body is left, whatever happens there. AssayError where the
    process does not start.
    """
    load = subprocess.Popen(
        [sys.executable, "-c", LOAD], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert load.stdout is not None
        if load.stdout.readline() != b"busy\n":
            raise AssayError("the background load does not start: too little memory?")
        yield load.pid
    finally:
        with suppress(ProcessLookupError):
            os.killpg(load.pid, signal.SIGKILL)
        load.communicate()
