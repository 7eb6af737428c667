"""The reasons for differences that contestants of this repository declare are about rows that are there."""

from __future__ import annotations

from fnmatch import fnmatchcase

from assay.catalog.catalog import Catalog
from assay.measure.conform import rows


def test_every_reason_is_for_a_row(known: Catalog) -> None:
    ids = [row.id for row in rows.read(rows.ROWS).rows]
    for contestant in known.contestants.values():
        for pattern in contestant.manifest.conformance:
            assert [one for one in ids if fnmatchcase(one, pattern)], f"{contestant.name}: {pattern}"
