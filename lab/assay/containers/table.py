"""What a report says of the cells of containers: as of codecs; bytes are a record's share of its file."""

from __future__ import annotations

from assay.codecs import table
from assay.results.document import Cell, Proof

COLUMNS = table.COLUMNS


def proved(cell: Cell, proof: Proof) -> list[str]:
    return table.proved(cell, proof)
