"""The flavours of generated code: a file each, named as the flavour is, with `_` for `-`.

Each has ``make``, which lays the files of the packages ``records`` and ``messages``, each in a folder of its name, and
gives them. BuildFailed where a generator fails.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from assay.languages.go.making import Making
from assay.languages.shared.flavours import flavours_in


class Flavour(Protocol):
    def make(self, making: Making) -> list[Path]: ...


FLAVOURS: dict[str, Flavour] = flavours_in(__name__)
