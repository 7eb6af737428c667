"""The flavours of generated code, a file each.

Each has ``make``, which lays that into a copy of the contestant's folder. BuildFailed where it cannot.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from assay.data.schema import Schema
from assay.languages.shared.flavours import flavours_in


class Flavour(Protocol):
    def make(self, schema: Schema, copy: Path, log: Path) -> None: ...


FLAVOURS: dict[str, Flavour] = flavours_in(__name__)
