"""What classes say of records: the schema of a class, what makes its objects, which attributes it has.

The module in Rust asks once for each class and schema; what is done for each value is there. Only who uses classes
imports this.
"""

from __future__ import annotations

import enum
from typing import Any

from ingot._classes.binding import bind
from ingot._classes.fields import fields_of, symbol_for
from ingot._classes.schemas import schema

__all__ = ["attributes", "bind", "schema", "symbol"]


def attributes(kind: type, record: str, names: tuple[str, ...]) -> tuple[list[str | None], str | None, bool] | None:
    """The attributes of a class that are the fields of a record, a field that the record does not have, and whether
    their names are the same; None for a class without fields."""
    found = fields_of(kind)
    if found is None:
        return None
    by_name = {field.name: field.attribute for field in found}
    attributes = [by_name.get(name) or (name if _is_property(kind, name) else None) for name in names]
    unknown = next((name for name in by_name if name not in names), None)
    return attributes, unknown, record.rpartition(".")[2] == kind.__name__


def _is_property(kind: type, name: str) -> bool:
    found = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)
    return isinstance(found, property) or type(found).__name__ == "cached_property"


def symbol(member: Any) -> str | None:
    """The symbol that a member of an enum is; None for what is none."""
    return symbol_for(member) if isinstance(member, enum.Enum) else None
