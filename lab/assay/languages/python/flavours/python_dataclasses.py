"""Dataclasses for pyfory, which has types of its own for numbers of 32 bits."""

from __future__ import annotations

from assay.languages.python import records
from assay.languages.python.names import uncapitalized
from assay.languages.python.records import Style
from assay.languages.shared.flavours import Making

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


def make(making: Making) -> None:
    records.write(making, STYLE)
