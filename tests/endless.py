"""A run that is not at its end when an interrupt meets it, however late that is; resumed, it is given an end."""

from __future__ import annotations

import signal
from pathlib import Path

from assay.results import store, writing

BLOCKS = "1000"  # minutes, so that a run which heeds no interrupt ends, and fails its test

INTERRUPTS = [signal.SIGINT, signal.SIGTERM]


def heed_interrupts() -> None:
    """Where the tests run in the background of a shell, they and their children ignore some signals."""
    for one in INTERRUPTS:
        signal.signal(one, signal.SIG_DFL)


def end_after(path: Path, more: int) -> int:
    """Have an interrupted run go on for so many blocks more; gives how many it has then."""
    document = store.read(path)
    blocks = len(document.blocks) + more
    document.plan.request.settings.blocks = blocks
    writing.write(document, path)
    return blocks
