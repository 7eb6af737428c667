"""For libraries whose records are dicts."""

from assay_plain.types import Schema, Union, walk


def may_be_mistaken(schema: Schema) -> bool:
    """Whether a union in the schema has several branches whose values are dicts."""
    return any(map(_has_several, walk(schema)))


def _has_several(schema: Schema) -> bool:
    return isinstance(schema, Union) and sum(len(schema.by_kind.get(kind, ())) for kind in ("record", "map")) > 1
