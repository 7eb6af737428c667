"""Libraries that no registry carries: built from a folder, of the same checkout or one that a variable names."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.languages.shared.recipe import PASSED_OVER


def library_folder(contestant: Contestant) -> Path | None:
    """The folder of a contestant's library, absolute; None where its library comes from a registry.

    One that a variable names may not be there: `missing_library` says so.
    """
    manifest = contestant.manifest
    if manifest.source:
        return (contestant.root / manifest.source.path).absolute()
    if manifest.local:
        return Path(os.environ.get(manifest.local.variable) or "/nowhere").absolute()
    return None


def library_folders(contestant: Contestant) -> list[Path]:
    """That folder and those beside it that its build reads; none where the library comes from a registry."""
    if source := contestant.manifest.source:
        return [(contestant.root / one).absolute() for one in source.folders]
    folder = library_folder(contestant)
    return [] if folder is None else [folder]


def lay_folders(folders: Sequence[Path], copy: Path) -> Path:
    """A copy of folders, in which they lie as they do in the checkout; gives where the first of them is.

    Builds write beside their sources, whose content distinguishes one build from another.
    """
    top = Path(os.path.commonpath(folders))
    for folder in folders:
        there = copy / folder.relative_to(top)
        shutil.copytree(folder, there, symlinks=True, ignore=shutil.ignore_patterns(*PASSED_OVER))
    return copy / folders[0].relative_to(top)


def missing_library(contestant: Contestant) -> str:
    """How to get a library whose folder is not there; empty where it is, or where there is none to be."""
    local = contestant.manifest.local
    folder = library_folder(contestant)
    if local is None or folder is None or folder.is_dir():
        return ""
    return f"no registry carries it: {local.hint}, and name the folder in {local.variable}"
