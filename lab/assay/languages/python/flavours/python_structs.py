"""Classes for msgspec, which wants its Struct as their base."""

from __future__ import annotations

from pathlib import Path

from assay.data.schema import parse
from assay.languages.python import records
from assay.languages.python.records import Style

STYLE = Style(
    head=("from msgspec import Struct, field",),
    base="(Struct)",
    renamed=" = field(name={name!r})",
)


def make(schema_text: str, folder: Path, log: Path) -> None:
    records.write(folder, parse(schema_text), STYLE)
