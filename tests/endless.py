"""A run that is not at its end when an interrupt meets it, however late that is; resumed, it is given an end."""

from __future__ import annotations

from pathlib import Path

from assay.results import store

BLOCKS = "1000000"  # more than the time of a test has room for


def end_after(path: Path, more: int) -> int:
    """Have an interrupted run go on for so many blocks more; gives how many it has then."""
    document = store.read(path)
    blocks = len(document.blocks) + more
    document.plan.request.settings.blocks = blocks
    store.write(document, path)
    return blocks
