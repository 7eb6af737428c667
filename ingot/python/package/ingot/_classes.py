"""What classes say of records: the schema of a class, what makes its objects, which attributes it has.

The module in Rust asks once for each class and schema; what is done for each value is there. Only who uses classes
imports this.
"""

from __future__ import annotations

import datetime
import decimal
import enum
import math
import types
import typing
import uuid
from collections import abc
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from ingot._ingot import Duration, Schema
from ingot.errors import SchemaError

_ABSENT = object()


@dataclass(frozen=True)
class _Field:
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


class _Node(NamedTuple):
    """A type of a schema, as the module in Rust gives it."""

    kind: str
    name: str | None
    words: list[str]
    """Names of fields, or symbols."""
    parts: list[int]


def _fields(kind: Any) -> list[_Field] | None:
    """The fields of a class that has some: of a dataclass, a struct of msgspec, a named tuple."""
    if not isinstance(kind, type):
        return None
    if is_dataclass(kind):
        hints = _hints(kind)
        return [
            _Field(
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
            _Field(name, name, hints.get(name, Any), defaults.get(name, _ABSENT), name in defaults, False)
            for name in names
        ]
    return None


def _struct_fields(kind: type, names: tuple[str, ...]) -> list[_Field]:
    """Those of a struct of msgspec, by the names that it has in messages."""
    hints: dict[str, Any] = _hints(kind)
    defaults = kind.__struct_defaults__  # type: ignore[attr-defined]
    without = len(names) - len(defaults)
    found = []
    for place, (name, attribute) in enumerate(zip(kind.__struct_encode_fields__, names, strict=True)):  # type: ignore[attr-defined]
        default: Any = _ABSENT
        optional = place >= without
        if optional:
            given = defaults[place - without]
            # msgspec marks a field without a default by its own object, and factories by another.
            if type(given).__name__ == "NoDefaultType":
                optional = False
            else:
                factory = getattr(given, "factory", None) if type(given).__module__.startswith("msgspec") else None
                default = _default(MISSING, factory) if factory is not None else _default(given, MISSING)
        found.append(_Field(name, attribute, hints.get(attribute, Any), default, optional, True))
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
    return _ABSENT if value is MISSING else value


# Types to schemas.

_PLAIN: dict[Any, Any] = {
    bool: "boolean",
    int: "long",
    float: "double",
    str: "string",
    bytes: "bytes",
    bytearray: "bytes",
    type(None): "null",
    datetime.date: {"type": "int", "logicalType": "date"},
    datetime.time: {"type": "long", "logicalType": "time-micros"},
    datetime.datetime: {"type": "long", "logicalType": "timestamp-micros"},
    decimal.Decimal: {"type": "bytes", "logicalType": "big-decimal"},
    uuid.UUID: {"type": "string", "logicalType": "uuid"},
}
_ARRAYS: tuple[Any, ...] = (list, tuple, set, frozenset, abc.Sequence, abc.Iterable, abc.Collection, abc.Set)
_MAPS: tuple[Any, ...] = (dict, abc.Mapping, abc.MutableMapping)


def schema(kind: Any) -> Any:
    """The schema of a class, or of any type that one may have as a field, as JSON."""
    return _Making().of(kind, "")


class _Making:
    def __init__(self) -> None:
        self.named: dict[str, Any] = {}

    def of(self, kind: Any, path: str) -> Any:
        """The schema of a type. A class that was met before is its name alone."""
        kind, given = _stripped(kind)
        if given is not None:
            return self.again(given)
        plain = _PLAIN.get(kind) if isinstance(kind, abc.Hashable) else None
        if plain is not None:
            return plain
        if kind is Duration:
            name = "ingot.Duration"
            return self.once(name, name, lambda: {"type": "fixed", "size": 12, "logicalType": "duration"}, path)
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin in (typing.Union, types.UnionType):
            return [self.of(branch, path) for branch in arguments]
        if origin is typing.Literal:
            raise _unknown(kind, path, "an enum.Enum has a name, as Avro's enums do")
        if origin in _ARRAYS and (len(arguments) == 1 or (origin is tuple and arguments[1:] == (...,))):
            return {"type": "array", "items": self.of(arguments[0], path + "[]")}
        if origin in _MAPS and len(arguments) == 2:
            if arguments[0] is not str:
                raise _unknown(kind, path, "the keys of maps are strings")
            return {"type": "map", "values": self.of(arguments[1], path + "{}")}
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return self.once(
                kind.__name__, kind, lambda: {"type": "enum", "symbols": [_symbol(member) for member in kind]}, path
            )
        found = _fields(kind)
        if found is None:
            raise _unknown(kind, path, "a schema says it: Annotated[..., ingot.Schema(...)]")
        return self.once(kind.__name__, kind, lambda: self.record(found, kind), path)

    def record(self, found: list[_Field], kind: type) -> dict[str, Any]:
        return {"type": "record", "fields": [self.field(field, f"{kind.__name__}.{field.name}") for field in found]}

    def field(self, field: _Field, path: str) -> dict[str, Any]:
        made = {"name": field.name, "type": self.of(field.type, path)}
        if field.default is not _ABSENT:
            default = _json(field.default)
            if default is not _ABSENT:
                made["default"] = default
                if default is None and isinstance(made["type"], list):
                    # Older readers take a default for one of the first branch.
                    made["type"] = sorted(made["type"], key=lambda branch: branch != "null")
        return made

    def once(self, name: str, what: Any, make: abc.Callable[[], dict[str, Any]], path: str) -> Any:
        if name in self.named:
            if self.named[name] != what:
                raise SchemaError(f"{path or name}: two types are called {name}", "name-duplicate")
            return name
        self.named[name] = what
        made = make()
        return {"type": made.pop("type"), "name": name, **made}

    def again(self, given: Any) -> Any:
        """A schema that was given: what it defines a second time is its name alone."""
        match given:
            case list():
                return [self.again(branch) for branch in given]
            case {"name": str(name), "type": str()}:
                space = given.get("namespace")
                name = f"{space}.{name}" if space and "." not in name else name
                whole = dict(given)
                if name in self.named and self.named[name] == whole:
                    return name
                self.named[name] = whole
                if "fields" in given:
                    fields = [{**field, "type": self.again(field["type"])} for field in given["fields"]]
                    return {**given, "fields": fields}
                return given
            case {"items": items}:
                return {**given, "items": self.again(items)}
            case {"values": values}:
                return {**given, "values": self.again(values)}
        return given


def _stripped(kind: Any) -> tuple[Any, Any]:
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
    import json

    return json.loads(str(schema))


def _unknown(kind: Any, path: str, hint: str) -> SchemaError:
    name = kind.__qualname__ if isinstance(kind, type) else str(kind)
    place = f"{path}: " if path else ""
    return SchemaError(f"{place}{name} is no type that Avro has; {hint}", "type-invalid")


def _symbol(member: enum.Enum) -> str:
    """The symbol of a member: its value where that is a name, or its own name."""
    value = member.value
    return value if isinstance(value, str) and value.isascii() and value.isidentifier() else member.name


def _json(value: Any) -> Any:
    """A default as schemas have it, or `_ABSENT` for what has no such form."""
    match value:
        case enum.Enum():
            return _symbol(value)
        case None | bool() | str() | int():
            return value
        case float():
            if math.isfinite(value):
                return value
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case bytes() | bytearray():
            return value.decode("latin-1")
        case dict():
            pairs = {key: _json(part) for key, part in value.items()}
            return _ABSENT if _ABSENT in pairs.values() else pairs
    found = _fields(type(value))
    if found is not None:
        pairs = {field.name: _json(getattr(value, field.attribute)) for field in found}
        return _ABSENT if _ABSENT in pairs.values() else pairs
    if isinstance(value, list | tuple | set | frozenset):
        parts = [_json(part) for part in value]
        return _ABSENT if _ABSENT in parts else parts
    return _ABSENT


# Classes beside schemas.


def attributes(kind: type, record: str, names: tuple[str, ...]) -> tuple[list[str | None], str | None, bool] | None:
    """The attributes of a class that are the fields of a record, a field that the record does not have, and whether
    their names are the same; None for a class without fields."""
    found = _fields(kind)
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
    return _symbol(member) if isinstance(member, enum.Enum) else None


def bind(nodes: list[tuple[str, str | None, list[str], list[int]]], root: int, kind: Any) -> tuple[Any, ...]:
    """What is made of the values of each type of a schema, where that is not a plain value.

    Errors: SchemaError, if the class does not fit.
    """
    binding = _Binding([_Node(*node) for node in nodes])
    binding.add(root, kind, "")
    return tuple(binding.found[index][1] for index in sorted(binding.found))


class _Binding:
    def __init__(self, nodes: list[_Node]) -> None:
        self.nodes = nodes
        self.found: dict[int, tuple[Any, tuple[Any, ...]]] = {}

    def add(self, index: int, kind: Any, path: str) -> None:
        kind, _ = _stripped(kind)
        node = self.nodes[index]
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if node.kind == "union":
            self.union(node, arguments if origin in (typing.Union, types.UnionType) else (kind,), path)
        elif origin in (typing.Union, types.UnionType):
            self.add(index, self.only(index, arguments, path), path)
        elif node.kind in ("record", "error"):
            self.record(index, node, kind, path)
        elif node.kind == "enum":
            if isinstance(kind, type) and issubclass(kind, enum.Enum):
                self.members(index, node, kind, path)
        elif node.kind == "array":
            made = origin or kind
            if made in (tuple, set, frozenset):
                self.put(index, made, (index, made), path)
            if arguments:
                self.add(node.parts[0], arguments[0], path + "[]")
        elif node.kind == "map" and len(arguments) == 2:
            self.add(node.parts[0], arguments[1], path + "{}")

    def only(self, index: int, kinds: tuple[Any, ...], path: str) -> Any:
        """The one of several types that a type of a schema may be."""
        fitting = [kind for kind in kinds if self.fits(index, kind)]
        if len(fitting) != 1:
            return Any
        return fitting[0]

    def union(self, node: _Node, kinds: tuple[Any, ...], path: str) -> None:
        for part in node.parts:
            fitting = [kind for kind in kinds if self.fits(part, kind)]
            named = [kind for kind in fitting if self.is_named(part, kind)]
            for kind in (named or fitting)[:1]:
                self.add(part, kind, path)

    def is_named(self, index: int, kind: Any) -> bool:
        name = self.nodes[index].name
        return name is not None and name.rpartition(".")[2] == getattr(_stripped(kind)[0], "__name__", None)

    def fits(self, index: int, kind: Any) -> bool:
        """Whether a type of a schema has values that become objects of a class."""
        kind, _ = _stripped(kind)
        node, origin = self.nodes[index], typing.get_origin(kind) or kind
        match node.kind:
            case "record" | "error":
                found = _fields(kind)
                return found is not None and {field.name for field in found} >= set(node.words)
            case "enum":
                return isinstance(kind, type) and issubclass(kind, enum.Enum)
            case "array":
                return origin in _ARRAYS
            case "map":
                return origin in _MAPS
        return False

    def put(self, index: int, what: Any, entry: tuple[Any, ...], path: str) -> None:
        before = self.found.get(index)
        if before is not None and before[0] is not what:
            raise SchemaError(f"{path}: one type of the schema is {before[0].__name__} and {what.__name__}")
        self.found[index] = (what, entry)

    def record(self, index: int, node: _Node, kind: Any, path: str) -> None:
        if kind in (dict, Any) or typing.get_origin(kind) in _MAPS:
            return
        found = _fields(kind)
        if found is None:
            raise SchemaError(f"{path or node.name}: {getattr(kind, '__name__', kind)} is no class with fields")
        if index in self.found and self.found[index][0] is kind:
            return
        by_name = {field.name: field for field in found}
        place = path or kind.__name__
        missing = [name for name in node.words if name not in by_name]
        if missing:
            raise SchemaError(
                f"{place}: {kind.__name__} has no field {missing[0]}; as a reader (reader=ingot.Schema({kind.__name__})) "
                "it passes over what it does not have"
            )
        needed = [field.name for field in found if not field.optional and field.name not in node.words]
        if needed:
            raise SchemaError(f"{place}: {kind.__name__} needs {needed[0]}, which {node.name} does not have")
        taken = [by_name[name] for name in node.words]
        arguments = tuple(field.attribute for field in taken if field.argument)
        late = tuple((at, field.attribute) for at, field in enumerate(taken) if not field.argument)
        in_order = tuple(field.attribute for field in found if field.argument and not field.by_name)
        names = None if in_order[: len(arguments)] == arguments else arguments
        self.put(index, kind, (index, kind, names, late), place)
        for part, field in zip(node.parts, taken, strict=True):
            self.add(part, field.type, f"{kind.__name__}.{field.name}")

    def members(self, index: int, node: _Node, kind: type[enum.Enum], path: str) -> None:
        by_symbol = {_symbol(member): member for member in kind}
        missing = [symbol for symbol in node.words if symbol not in by_symbol]
        if missing:
            raise SchemaError(f"{path or node.name}: {kind.__name__} has no member for the symbol {missing[0]}")
        self.put(index, kind, (index, by_symbol), path)
