"""Where a source file lies says whose it is."""

from __future__ import annotations

import os
from pathlib import Path

from assay.base.checkout import KITS
from assay.catalog.catalog import Contestant
from assay.languages.sampling.stacks import Kind


def by_folder(contestant: Contestant, file: str) -> Kind | None:
    """The kit's or the adapter's, by the path of a file; None where it is neither's."""
    if inside(file, KITS):
        return "kit"
    return "adapter" if inside(file, contestant.folder) else None


def inside(path: str, folder: Path) -> bool:
    return os.path.normpath(path).startswith(f"{folder}{os.sep}")
