"""In which turn generated code asks whether a branch of a union takes a value, where the value alone tells."""

from __future__ import annotations

from assay.data.schema import Map, Primitive, Schema


def turn(branch: Schema) -> int:
    """By which branches are sorted; those of one turn stay in the order of the schema.

    An object may be a record by its keys, and is a map where it is none; a double holds what a float does, too.
    """
    match branch:
        case Map():
            return 2
        case Primitive(type="float"):
            return 1
        case _:
            return 0
