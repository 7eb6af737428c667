"""The flavours of generated code: a file each, named as the flavour is, with `_` for `-`.

Each has ``make``, which lays the module ``records`` and what else the contestant's build needs. BuildFailed where a
generator fails.
"""

from __future__ import annotations

from typing import Protocol

from assay.languages.rust.making import Making
from assay.languages.shared.flavours import flavours_in


class Flavour(Protocol):
    def make(self, making: Making) -> None: ...


FLAVOURS: dict[str, Flavour] = flavours_in(__name__)
