"""How many of a file's records a trial takes."""

from __future__ import annotations

MOST = 5000  # records that are drawn
LEAST = 100  # however large they are
DRAWN_BYTES = 1_000_000  # of the records as JSON: what every contestant's proof and passes take is in proportion


def enough(json_bytes: int, records: int) -> int:
    """As many of these as fit into `DRAWN_BYTES`, by their mean size."""
    fit = round(DRAWN_BYTES * records / max(1, json_bytes))
    return min(records, max(LEAST, min(MOST, fit)))
