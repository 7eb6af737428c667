"""Which system calls that make data safe a process makes, seen by strace."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from pathlib import Path

from assay.base.tools import Tool, find

STRACE = Tool("strace", ("--version",), (5,), "install strace: `assay setup` does where Debian has it", ("strace",))

# What writes a file to the device; msync counts with MS_SYNC only, sync_file_range only where it waits for the end.
CALLS = ("fsync", "fdatasync", "msync", "sync_file_range", "syncfs", "sync")
SYNC = re.compile(r"\b(fsync|fdatasync|syncfs|sync)\(|\bmsync\(.*MS_SYNC|\bsync_file_range\(.*WAIT_AFTER")


def problem() -> str:
    """Why syncs cannot be seen here; empty where they can."""
    return find(STRACE).problem


class Syncs:
    """Watches a running process and its threads. Use as a context manager; ``count`` holds afterwards."""

    def __init__(self, pid: int, log: Path) -> None:
        self.pid = pid
        self.log = log
        self.count = 0

    def __enter__(self) -> Syncs:
        self.errors = self.log.with_suffix(".strace")
        with self.errors.open("wb") as errors:
            command = ["strace", "-f", "-p", str(self.pid), "-e", f"trace={','.join(CALLS)}", "-o", str(self.log)]
            self.popen = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        # strace reports that it has attached; until then calls would be missed.
        while b"attached" not in self.errors.read_bytes() and self.popen.poll() is None:
            time.sleep(0.01)
        if self.popen.poll() is not None:
            raise OSError(self.errors.read_text(errors="replace").strip() or "strace ended at once")
        return self

    def __exit__(self, *_: object) -> None:
        self.popen.send_signal(signal.SIGINT)
        self.popen.wait()
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        self.count = sum(1 for line in text.splitlines() if SYNC.search(line))
