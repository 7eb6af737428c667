"""Dataclasses for pyfory, which has types of its own for numbers of 32 bits."""

from __future__ import annotations

from pathlib import Path

from assay.data.schema import parse
from assay.languages.python import records
from assay.languages.python.names import uncapitalized
from assay.languages.python.records import Style

STYLE = Style(
    head=("from dataclasses import dataclass", "", "import pyfory"),
    decorator="@dataclass",
    field=uncapitalized,
    numbers=(
        ("int", "pyfory.Int32"),
        ("long", "pyfory.Int64"),
        ("float", "pyfory.Float32"),
        ("double", "pyfory.Float64"),
    ),
)


def make(schema_text: str, folder: Path, log: Path) -> None:
    records.write(folder, parse(schema_text), STYLE)
