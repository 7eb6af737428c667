"""What of a schema decides the shape of its Rust types: which records hold which."""

from __future__ import annotations

from collections.abc import Iterator

from assay.data.schema import Record, Schema, Union, nullable


def next_to(schema: Schema, *, through_unions: bool) -> Iterator[Record]:
    """The records that lie in a value without an array or map in between.

    Unions that are enums are looked through only on demand: where one closes a circle, its own branch has the ``Box``.
    """
    match schema:
        case Record():
            yield schema
        case Union(branches=branches) if through_unions or nullable(schema):
            for branch in branches:
                yield from next_to(branch, through_unions=through_unions)
        case _:
            pass


def held(record: Record, *, through_unions: bool) -> set[Record]:
    """The records that lie in a value of this one, at any depth, itself among them."""
    found: set[Record] = set()
    pending = [record]
    while pending:
        current = pending.pop()
        if current not in found:
            found.add(current)
            for field in current.fields:
                pending.extend(next_to(field.schema, through_unions=through_unions))
    return found


def holds_itself(record: Record) -> bool:
    """Whether a value of the record lies in another one without an array, a map or an enum in between."""
    parts = (part for field in record.fields for part in next_to(field.schema, through_unions=False))
    return any(record in held(part, through_unions=False) for part in parts)
