"""A record set of the user's own file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from assay.data import recordset
from assay.data.intake.taking import Taken, take
from assay.data.random_records import random_value, source
from assay.data.recordset import PROBE, PROBES, RecordSet, Values
from assay.data.schema import Schema

OWN_RECORDS = 10_000  # of a user's file, unless --records says otherwise


def own_record_set(
    data: Path,
    schema: Path | None,
    count: int | None,
    seed: int,
    now: Callable[[str], None] = lambda line: None,
    *,
    at: str | None = None,
    keep_names: bool = False,
) -> RecordSet:
    """A record set of a sample of a file's records: see `take`. ``count`` None: `OWN_RECORDS` at most."""
    maximum = OWN_RECORDS if count is None else count
    taken = take(data, schema, maximum, seed, now, at=at, keep_names=keep_names)
    return taken_record_set(taken, data, seed, now)


def taken_record_set(taken: Taken, data: Path, seed: int, now: Callable[[str], None] = lambda line: None) -> RecordSet:
    """A record set of what was taken of the file ``data``; ``now`` is told how far it is.

    The decoys are the same records, moved on by one place; where that changes nothing they are random.
    """
    records = taken.records

    def make(schema: Schema) -> Values:
        size = min(len(records) // PROBES, PROBE)
        probes = [records[n * size :][:size] for n in range(PROBES)] if size else []
        moved = [*records[1:], *records[:1]]
        if any(a != b for a, b in zip(records, moved, strict=True)):
            return Values(records, moved, probes)
        return Values(records, [random_value(schema, source(seed, number)) for number in range(len(records))])

    content = repr(records)  # which tells bytes from text
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in data.stem) or "data"
    made = recordset.build(name, taken.schema_text, ["own", content, str(seed)], make, str(data), now)
    return replace(made, held=taken.held, doubts=tuple(taken.doubts))
