"""The flavours of generated code: a file each, named as the flavour is, with `_` for `-`.

Each has ``make``, which lays headers, and sources where it has some, into a folder. BuildFailed where a generator
fails.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from assay.languages.shared.flavours import flavours_in


class Flavour(Protocol):
    def make(self, schema_text: str, folder: Path, log: Path) -> None: ...


FLAVOURS: dict[str, Flavour] = flavours_in(__name__)
