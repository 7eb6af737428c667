"""What is made of the values of a schema's types by a class: its objects, members of enums, tuples and sets."""

from __future__ import annotations

import enum
import types
import typing
from typing import Any, NamedTuple

from ingot._classes.fields import ARRAYS, MAPS, fields_of, stripped, symbol_for
from ingot.errors import SchemaError


class _Node(NamedTuple):
    """A type of a schema, as the module in Rust gives it."""

    kind: str
    name: str | None
    words: list[str]
    """Names of fields, or symbols."""
    parts: list[int]


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
        kind, _ = stripped(kind)
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
        return name is not None and name.rpartition(".")[2] == getattr(stripped(kind)[0], "__name__", None)

    def fits(self, index: int, kind: Any) -> bool:
        """Whether a type of a schema has values that become objects of a class."""
        kind, _ = stripped(kind)
        node, origin = self.nodes[index], typing.get_origin(kind) or kind
        match node.kind:
            case "record" | "error":
                found = fields_of(kind)
                return found is not None and {field.name for field in found} >= set(node.words)
            case "enum":
                return isinstance(kind, type) and issubclass(kind, enum.Enum)
            case "array":
                return origin in ARRAYS
            case "map":
                return origin in MAPS
        return False

    def put(self, index: int, what: Any, entry: tuple[Any, ...], path: str) -> None:
        before = self.found.get(index)
        if before is not None and before[0] is not what:
            raise SchemaError(f"{path}: one type of the schema is {before[0].__name__} and {what.__name__}")
        self.found[index] = (what, entry)

    def record(self, index: int, node: _Node, kind: Any, path: str) -> None:
        if kind in (dict, Any) or typing.get_origin(kind) in MAPS:
            return
        found = fields_of(kind)
        if found is None:
            raise SchemaError(f"{path or node.name}: {getattr(kind, '__name__', kind)} is no class with fields")
        if index in self.found and self.found[index][0] is kind:
            return
        by_name = {field.name: field for field in found}
        place = path or kind.__name__
        missing = [name for name in node.words if name not in by_name]
        if missing:
            raise SchemaError(
                f"{place}: {kind.__name__} has no field {missing[0]}; "
                f"as a reader (reader=ingot.Schema({kind.__name__})) it passes over what it does not have"
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
        by_symbol = {symbol_for(member): member for member in kind}
        missing = [symbol for symbol in node.words if symbol not in by_symbol]
        if missing:
            raise SchemaError(f"{path or node.name}: {kind.__name__} has no member for the symbol {missing[0]}")
        self.put(index, kind, (index, by_symbol), path)
