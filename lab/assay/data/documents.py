"""A record set as documents for stores: in random order of their keys, and other documents under the same keys."""

from __future__ import annotations

from random import Random

from assay.data import canonical, recordset
from assay.data.recordset import RecordSet, Values
from assay.data.schema import Primitive, Record, Schema
from assay.errors import AssayError, closest

KEYS = ("string", "int", "long")


def documents(records: RecordSet, key: str, seed: int) -> RecordSet:
    """The records in random order; the decoys are what an update puts in their places, key by key.

    AssayError where there is no field ``key`` of text or whole numbers, or its values are not distinct.
    """
    schema = records.schema
    fields = {f.name: f.schema for f in schema.fields} if isinstance(schema, Record) else {}
    if key not in fields:
        raise AssayError(f'{records.workload}: the documents have no field "{key}": {closest(key, fields)}; see --key')
    if fields[key] not in [Primitive(name) for name in KEYS]:
        raise AssayError(f'{records.workload}: a key is text or a whole number in every document, and "{key}" is not')

    def make(schema: Schema) -> Values:
        read = canonical.reader(schema)
        values = [read(line) for line in records.records.lines]
        if len({value[key] for value in values}) != len(values):
            raise AssayError(f'{records.workload}: the values of "{key}" are not distinct, so they are no keys')
        if any("\n" in str(value[key]) for value in values):
            raise AssayError(f'{records.workload}: a value of "{key}" has a line end in it, which no key may have')
        others = [read(line) for line in records.decoys.lines]
        Random(f"documents {seed}").shuffle(values)
        return Values(values, [{**other, key: value[key]} for value, other in zip(values, others, strict=True)])

    name = records.workload.partition(":")[0]
    made = recordset.build(name, records.schema_text, ["documents", records.facts.digest, key, str(seed)], make, name)
    return RecordSet(records.workload, made.folder, made.facts)
