"""Steps of putting another version of a library in the place of the one that a contestant pins."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from assay.base import cache
from assay.catalog.catalog import Contestant
from assay.languages.shared.recipe import PASSED_OVER, BuildFailed

ROOM = "gate"


def copy_contestant(contestant: Contestant, folder: Path) -> None:
    """A copy of a contestant's folder, without what was built in it."""
    shutil.copytree(contestant.folder, folder, ignore=shutil.ignore_patterns(*PASSED_OVER))


def kept(made: Path) -> Path:
    """A file, kept in the cache by its content: builds name it, and are found again by that name."""
    digest = hashlib.sha256(made.read_bytes()).hexdigest()

    def keep(folder: Path) -> None:
        shutil.copy(made, folder)

    return cache.make_folder(ROOM, digest[:20], keep) / made.name


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder for what is made on the way, in the cache: temporary folders may be small."""
    (cache.root() / ROOM).mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=cache.root() / ROOM, prefix="making-")


def the_only(folder: Path, pattern: str, what: str) -> Path:
    """The one file that a tool made. BuildFailed where it made none, or several."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise BuildFailed(f"{what} made {len(found)} files that are {pattern}, not one")
    return found[0]
