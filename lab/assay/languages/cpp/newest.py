"""What C++ contestants pin: packages of PyPI and crates that carry their libraries, one folder of the kit for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.languages.c.packages import PACKAGES
from assay.languages.python import newest as pypi
from assay.languages.rust import newest as crates
from assay.languages.shared.registry import Pin


def folders(contestant: Contestant) -> list[Path]:
    native = contestant.manifest.native
    return [contestant.folder, *(PACKAGES / name for name in (native.packages if native else ()))]


def pins(folder: Path) -> Iterator[Pin]:
    yield from pypi.pins(folder)
    yield from crates.pins(folder)
