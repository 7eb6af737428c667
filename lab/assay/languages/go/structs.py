"""Go types for a schema: what the packages of all flavours have in common.

- a record is a struct, an enum a string type, a fixed an array of bytes, each with a name;
- a union of null and one other type is a pointer; what any other union is, the flavour says;
- null by itself is a pointer to an empty struct.

The file is a package ``records`` with ``Root``, the type of a record of the workload.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from assay.base.names import Names
from assay.data.schema import Array, Enum, Field, Fixed, Map, Primitive, Record, Schema, Union, named_types, nullable
from assay.languages.go.making import FRAMES
from assay.languages.go.names import exported
from assay.languages.shared.frames import fill, lines

PRIMITIVES = {
    "null": "*struct{}",
    "boolean": "bool",
    "int": "int32",
    "long": "int64",
    "float": "float32",
    "double": "float64",
    "bytes": "[]byte",
    "string": "string",
}


class Structs(ABC):
    """A package of Go types for a schema. What a flavour has of its own, it overrides."""

    taken = frozenset({"Root"})

    def __init__(self, root: Schema) -> None:
        self.root = root
        self.named = named_types(root)
        self.claims = Names(set(self.taken))
        self.names = {id(n): self.claims.claim(exported(n.name)) for n in self.named}

    def package(self) -> str:
        after = [*self.after_root(), *(line for n in self.named for line in ("", *self.declaration(n)))]
        return fill(
            FRAMES / "records.go.template",
            imports=lines(self.imports()),
            before=lines(self.before_root()),
            # A root that is a record is an alias: its struct is known by its own name too.
            root=self.type_of(self.root),
            types=lines([*after, *self.after_all()]),
        )

    def imports(self) -> list[str]:
        return []

    def before_root(self) -> list[str]:
        return []

    def after_root(self) -> list[str]:
        return []

    def after_all(self) -> list[str]:
        return []

    @abstractmethod
    def tag(self, field: Field) -> str:
        """What stands between backquotes after a field; may be empty."""

    @abstractmethod
    def union(self, union: Union) -> str:
        """The type of a union that is no pointer."""

    def pointed_at(self, union: Union) -> Schema | None:
        """The type to which a union is a pointer; None where it is not one."""
        return nullable(union)

    def declaration(self, named: Enum | Fixed | Record) -> Iterator[str]:
        name = self.names[id(named)]
        match named:
            case Enum():
                yield f"type {name} string"
            case Fixed(size=size):
                yield f"type {name} [{size}]byte"
            case Record(fields=fields):
                columns = zip(self.field_names(named), fields, strict=True)
                yield from struct(name, [(own, self.type_of(f.schema), self.tag(f)) for own, f in columns])

    def field_names(self, record: Record) -> list[str]:
        names = Names()
        return [names.claim(exported(field.name)) for field in record.fields]

    def type_of(self, schema: Schema) -> str:
        match schema:
            case Primitive(type=name):
                return PRIMITIVES[name]
            case Array(items=items):
                return f"[]{self.type_of(items)}"
            case Map(values=values):
                return f"map[string]{self.type_of(values)}"
            case Union():
                other = self.pointed_at(schema)
                return f"*{self.type_of(other)}" if other is not None else self.union(schema)
            case Enum() | Fixed() | Record():
                return self.names[id(schema)]


def struct(name: str, columns: list[tuple[str, str, str]]) -> Iterator[str]:
    """A struct of fields, each with its name, its type and its tag, which may be empty."""
    if not columns:
        yield f"type {name} struct{{}}"
        return
    yield f"type {name} struct {{"
    first, second = (max(len(row[number]) for row in columns) for number in (0, 1))
    for own, type_, tag in columns:
        yield f"\t{own:{first}} {type_:{second}} `{tag}`" if tag else f"\t{own:{first}} {type_}"
    yield "}"
