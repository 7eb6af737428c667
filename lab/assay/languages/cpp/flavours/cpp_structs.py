"""Structs and what C++'s own library has, for libraries that learn of them by templates."""

from __future__ import annotations

from pathlib import Path

from assay.data.schema import parse
from assay.languages.cpp import structs


def make(schema_text: str, folder: Path, log: Path) -> None:
    structs.write(parse(schema_text), folder)
