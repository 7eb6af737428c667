"""Whether the defaults of a schema are values of their types: Avro's own libraries refuse a schema where one is not."""

from __future__ import annotations

from assay.data.canonical import Misfit
from assay.data.intake.values import Values
from assay.data.schema import NO_DEFAULT, Record, Schema, walk


def wrong_default(schema: Schema) -> str | None:
    """The first field whose default its type does not take, and why; None where all do."""
    for record in walk(schema):
        if not isinstance(record, Record):
            continue
        for field in record.fields:
            where = f"{record.name}.{field.name}"
            try:
                if field.default is not NO_DEFAULT:
                    Values().record_of(field.schema, field.default)
            except Misfit as misfit:
                return f"{where}: its default does not fit: {misfit}"
            except RecursionError:
                return f"{where}: its default is nested too deeply"
    return None
