"""Stores that are plain files: written as a whole each time, and safe where the class of durability asks for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

SYNCED = ("D2", "D3")


def sync(file: BinaryIO) -> None:
    """What was written to the file is on the device when this returns."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """The names of the files in the folder are on the device when this returns."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace(path: Path, write: Callable[[BinaryIO], Any], durability: str) -> None:
    """Write a file beside this one, then put it in its place: a reader finds the old or the new one, whole."""
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        write(file)
        if durability in SYNCED:
            sync(file)
    beside.replace(path)
    if durability in SYNCED:
        sync_folder(path.parent)
