"""Classes for msgspec, which wants its Struct as their base.

Its authors advise ``gc=False`` for types whose values are never part of a cycle: the schema tells which these are.
"""

from __future__ import annotations

from assay.languages.python import records
from assay.languages.python.records import Style
from assay.languages.shared.flavours import Making

STYLE = Style(
    head=("from msgspec import Struct, field",),
    base="(Struct)",
    acyclic="(Struct, gc=False)",
    renamed=" = field(name={name!r})",
)


def make(making: Making) -> None:
    records.write(making, STYLE)
