"""The fields of classes, and what their annotations are without what is said beside them."""

from __future__ import annotations

import enum
import json
import typing
from collections import abc
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any

from ingot._ingot import Schema
from ingot.errors import SchemaError

ABSENT = object()


@dataclass(frozen=True)
class Field:
    """A field of a class: its name in schemas and in Python, its type, its default if that is a plain value."""

    name: str
    attribute: str
    type: Any
    default: Any
    optional: bool
    """Whether an object is made without it."""
    by_name: bool
    """Whether it is an argument by its name only."""
    argument: bool = True


def fields_of(kind: Any) -> list[Field] | None:
    """The fields of a class that has some: of a dataclass, a struct of msgspec, a named tuple."""
    if not isinstance(kind, type):
        return None
    if is_dataclass(kind):
        hints = _hints(kind)
        return [
            Field(
                field.name,
                field.name,
                hints.get(field.name, Any),
                _default(field.default, field.default_factory),
                field.default is not MISSING or field.default_factory is not MISSING or not field.init,
                bool(field.kw_only),
                field.init,
            )
            for field in fields(kind)
        ]
    names = getattr(kind, "__struct_fields__", None)
    if isinstance(names, tuple):
        return _struct_fields(kind, names)
    names = getattr(kind, "_fields", None)
    if issubclass(kind, tuple) and isinstance(names, tuple):
        hints, defaults = _hints(kind), getattr(kind, "_field_defaults", {})
        return [
            Field(name, name, hints.get(name, Any), defaults.get(name, ABSENT), name in defaults, False)
            for name in names
        ]
    return None


def _struct_fields(kind: type, names: tuple[str, ...]) -> list[Field]:
    """Those of a struct of msgspec, by the names that it has in messages."""
    hints: dict[str, Any] = _hints(kind)
    defaults = kind.__struct_defaults__  # type: ignore[attr-defined]
    without = len(names) - len(defaults)
    found = []
    for place, (name, attribute) in enumerate(zip(kind.__struct_encode_fields__, names, strict=True)):  # type: ignore[attr-defined]
        default: Any = ABSENT
        optional = place >= without
        if optional:
            given = defaults[place - without]
            # msgspec marks a field without a default by its own object, and factories by another.
            if type(given).__name__ == "NoDefaultType":
                optional = False
            else:
                factory = getattr(given, "factory", None) if type(given).__module__.startswith("msgspec") else None
                default = _default(MISSING, factory) if factory is not None else _default(given, MISSING)
        found.append(Field(name, attribute, hints.get(attribute, Any), default, optional, True))
    return found


def _hints(kind: type) -> dict[str, Any]:
    try:
        return typing.get_type_hints(kind, include_extras=True)
    except NameError as error:
        raise SchemaError(f"{kind.__qualname__}: {error}, in a type of its fields", "name-unknown") from error


def _default(value: Any, factory: Any) -> Any:
    """The default that stands in a schema: what a function makes is one only where it is always the same."""
    if factory in (list, dict, set, frozenset, tuple):
        return factory()
    return ABSENT if value is MISSING else value


ARRAYS: tuple[Any, ...] = (list, tuple, set, frozenset, abc.Sequence, abc.Iterable, abc.Collection, abc.Set)
MAPS: tuple[Any, ...] = (dict, abc.Mapping, abc.MutableMapping)


def stripped(kind: Any) -> tuple[Any, Any]:
    """A type without what is said beside it, and the schema that is said."""
    given = None
    while True:
        origin = typing.get_origin(kind)
        if origin is typing.Annotated:
            for said in kind.__metadata__:
                if isinstance(said, Schema):
                    given = _parsed(said)
            kind = kind.__origin__
        elif origin in (typing.ClassVar, typing.Final):
            kind = typing.get_args(kind)[0]
        elif isinstance(kind, typing.NewType):
            kind = kind.__supertype__
        elif type(kind).__name__ == "TypeAliasType":
            kind = kind.__value__
        else:
            return (type(None) if kind is None else kind), given


def _parsed(schema: Schema) -> Any:
    return json.loads(str(schema))


def symbol_for(member: enum.Enum) -> str:
    """The symbol of a member: its value where that is a name, or its own name."""
    value = member.value
    return value if isinstance(value, str) and value.isascii() and value.isidentifier() else member.name
