"""Whether objects are values of a schema."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from ingot import _ingot
from ingot.fastavro._parsed import compiled
from ingot.fastavro.types import Schema

__all__ = ["ValidationError", "ValidationErrorData", "validate", "validate_many"]


class ValidationErrorData(NamedTuple):
    """An object, the schema of which it is no value, and the field where it is."""

    datum: Any
    schema: Schema
    field: str

    def __str__(self) -> str:
        if self.datum is None:
            return f"Field({self.field}) is None expected {self.schema}"
        return f"{self.field} is <{self.datum}> of type {type(self.datum)} expected {self.schema}"


class ValidationError(Exception):
    """Objects are no values of their schemas: ``errors`` says which."""

    def __init__(self, *errors: ValidationErrorData) -> None:
        super().__init__(json.dumps([str(error) for error in errors], indent=2, ensure_ascii=False))
        self.errors = errors


def validate(
    datum: Any,
    schema: Schema,
    field: str = "",
    raise_errors: bool = True,
    strict: bool = False,
    disable_tuple_notation: bool = False,
) -> bool:
    """Whether an object is a value of a schema. Raises `ValidationError` if not, unless ``raise_errors`` is false.

    ``strict``: fields that are missing, and have no default, are not null.
    """
    found = _ingot.fastavro_invalid(compiled(schema), datum, field, raise_errors, strict, disable_tuple_notation)
    if found is not None and raise_errors:
        raise ValidationError(*(ValidationErrorData(*one) for one in found))
    return found is None


def validate_many(
    records: Iterable[Any],
    schema: Schema,
    raise_errors: bool = True,
    strict: bool = False,
    disable_tuple_notation: bool = False,
) -> bool:
    """Whether all objects are values of a schema. Raises `ValidationError` for all that are not at once."""
    errors: list[ValidationErrorData] = []
    valid = True
    one_schema = compiled(schema)
    for record in records:
        found = _ingot.fastavro_invalid(one_schema, record, "", raise_errors, strict, disable_tuple_notation)
        if found is not None:
            valid = False
            errors.extend(ValidationErrorData(*one) for one in found)
    if raise_errors and not valid:
        raise ValidationError(*errors)
    return valid
