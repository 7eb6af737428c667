"""Structs and what C++'s own library has, for libraries that learn of them by templates."""

from __future__ import annotations

from assay.languages.cpp import structs
from assay.languages.shared.flavours import Making


def make(making: Making) -> None:
    structs.write(making)
