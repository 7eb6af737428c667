"""How many of a file's records a trial takes."""

from __future__ import annotations

MOST = 5000  # records of a sample
LEAST = 100  # however large they are
SAMPLE_BYTES = 1_000_000  # of a sample as JSON: what every contestant's proof and passes take is in proportion


def enough(json_bytes: int, records: int) -> int:
    """As many of these as fit into `SAMPLE_BYTES`, by their mean size."""
    fit = round(SAMPLE_BYTES * records / max(1, json_bytes))
    return min(records, max(LEAST, min(MOST, fit)))
