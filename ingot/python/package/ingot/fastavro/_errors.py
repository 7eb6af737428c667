"""What can be wrong, in the classes that fastavro's users catch."""

from __future__ import annotations

from typing import Any

from ingot.errors import DecodeError, EncodeError


class SchemaParseException(Exception):
    """A schema is none."""


class UnknownType(ValueError):
    """A schema names a type that is not defined; ``name`` is the name."""

    def __init__(self, name: Any) -> None:
        super().__init__(name)
        self.name = name


class SchemaResolutionError(Exception):
    """Data of the writer's schema are none of the reader's."""


class WriteError(EncodeError, TypeError, OverflowError):
    """An object is no value of the schema: of another type, or too large for it."""

    def __str__(self) -> str:
        return f"{self.message} on field {self.path}" if self.path else self.message


class EndOfInput(DecodeError, EOFError):
    """The bytes end within a value."""


class Unresolved(DecodeError, SchemaResolutionError):
    """A value of the writer's schema is none of the reader's."""


def given(error: DecodeError | EncodeError) -> Exception:
    """The same error in the class that fastavro's users expect."""
    parts = error.message, error.kind, error.path, error.offset, error.expected, error.met
    if isinstance(error, EncodeError):
        return WriteError(*parts)
    if error.kind == "end-of-input":
        return EndOfInput(*parts)
    if error.kind in ("resolution", "resolution-datum"):
        return Unresolved(*parts)
    if error.kind == "utf8-invalid":
        at = error.offset or 0
        return UnicodeDecodeError("utf-8", b"", at, at + 1, str(error))
    return error
