"""The cache in the user's cache folder: record sets and builds, by content, shared by all checkouts."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.base.errors import AssayError, reason
from assay.base.files import fitting

DONE = ".done"


def root() -> Path:
    """$ASSAY_CACHE, else assay/ in $XDG_CACHE_HOME, else ~/.cache/assay."""
    if own := os.environ.get("ASSAY_CACHE"):
        return Path(own).resolve()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "assay"


def make_folder(room: str, name: str, fill: Callable[[Path], None]) -> Path:
    """The cached folder ``room/name``; where it is not complete, ``fill`` is called with it empty.

    Two processes never fill the same folder at once, and a folder whose filling was interrupted is filled again.
    """
    folder = root() / room / fitting(name)
    if (folder / DONE).exists():
        return folder
    with locked(folder):
        if not (folder / DONE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            fill(folder)
            (folder / DONE).touch()
    return folder


def is_made(room: str, name: str) -> bool:
    return (root() / room / fitting(name) / DONE).exists()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock file beside a folder."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        guard = folder.with_name(folder.name + ".lock").open("w")
    except OSError as error:
        raise AssayError(
            f"{folder.parent}: cannot write to the cache: {reason(error)}; "
            "name a folder that can be written in ASSAY_CACHE"
        ) from None
    with guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        yield
