"""Libraries that no registry carries: built from a folder, of the same checkout or one that a variable names."""

from __future__ import annotations

import os
from pathlib import Path

from assay.catalog.catalog import Contestant


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


def missing_library(contestant: Contestant) -> str:
    """How to get a library whose folder is not there; empty where it is, or where there is none to be."""
    local = contestant.manifest.local
    folder = library_folder(contestant)
    if local is None or folder is None or folder.is_dir():
        return ""
    return f"no registry carries it: {local.hint}, and name the folder in {local.variable}"
