"""What C++ contestants pin: packages of PyPI that carry their libraries, one folder of the kit for each."""

from __future__ import annotations

from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.languages.c.packages import PACKAGES
from assay.languages.python.newest import pins

__all__ = ["folders", "pins"]


def folders(contestant: Contestant) -> list[Path]:
    native = contestant.manifest.native
    return [contestant.folder, *(PACKAGES / name for name in (native.packages if native else ()))]
