"""A record set as documents for stores: in random order of their keys, and other documents under the same keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from assay.base.errors import AssayError, closest
from assay.data import canonical, recordset
from assay.data.recordset import RecordSet, Values
from assay.data.schema import Primitive, Record, Schema
from assay.data.stored import Made

KEYS = ("string", "int", "long")


def documents(records: RecordSet, key: str, seed: int, now: Callable[[str], None] = lambda line: None) -> RecordSet:
    """The records in random order; the decoys are what an update puts in their places, key by key.

    ``now`` is told how far they are, where they are not in the cache.

    AssayError where there is no field ``key`` of text or whole numbers, or its values are not distinct.
    """
    schema = records.schema
    fields = {f.name: f.schema for f in schema.fields} if isinstance(schema, Record) else {}
    if key not in fields:
        raise AssayError(f'{records.workload}: the documents have no field "{key}": {closest(key, fields)}; see --key')
    read = canonical.reader(records.schema)
    if fields[key] not in [Primitive(name) for name in KEYS]:
        odd = next((n for n, line in enumerate(records.records.lines) if not _may_be_key(read(line)[key])), None)
        where = "" if odd is None else f" in record {odd} (counted from 0)"
        wanted = "a key is text or a whole number in every document"
        raise AssayError(f'{records.workload}: {wanted}, and "{key}" is not{where}; see --key')

    def make(schema: Schema) -> Values:
        given, others = records.records.lines, records.decoys.lines
        keys = [read(line)[key] for line in given]
        _check_keys(keys, f'{records.workload}: "{key}"')
        order = list(range(len(given)))
        Random(f"documents {seed}").shuffle(order)
        return Values(
            Made(len(order), lambda n: read(given[order[n]])),
            Made(len(order), lambda n: {**read(others[n]), key: keys[order[n]]}),
        )

    def told(line: str) -> None:
        now(f"{line}, as documents in random order")

    name = records.workload.partition(":")[0]
    parts = ["documents", records.facts.digest, key, str(seed)]
    made = recordset.build(name, records.schema_text, parts, make, name, told)
    return RecordSet(records.workload, made.folder, made.facts)


def _may_be_key(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def _check_keys(keys: Sequence[str | int], where: str) -> None:
    """AssayError, beginning with ``where``, for a key that two documents have, or that no list of lines can hold."""
    first: dict[str, int] = {}
    for number, key in enumerate(map(str, keys)):
        if key in first:
            raise AssayError(
                f"{where} is {json.dumps(key)} in records {first[key]} and {number} (counted from 0), "
                "but keys must be unique; see --key"
            )
        if "\n" in key:
            raise AssayError(
                f"{where} contains a line break in record {number} (counted from 0); a key must not; see --key"
            )
        first[key] = number
