"""Go types for a schema, in the one shape that hamba/avro and twmb/avro both work with.

What that shape is made of:

- a record is a struct whose fields have `avro` tags with the schema's names;
- an enum is a string type, a fixed an array of bytes, each with a name;
- a union of null and one other type is a pointer, any other union an ``any``, which the libraries fill by rules of
  their own;
- null by itself is a pointer to an empty struct: both libraries take nil for it.

The file is a package ``records`` with ``Root``, the type of a record of the workload, and ``Named``, an empty value of
every named type by its full name, by which the kit's package ``values`` converts from and to plain values.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.data.schema import Array, Enum, Field, Fixed, Map, Primitive, Record, Schema, Union, full_name, named_types
from assay.languages.go.names import exported
from assay.recipes.names import Names

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


def generate(schema: Schema) -> str:
    """The text of a Go package for the schema, as gofmt would have it. The top type need not be a record."""
    return _AvroStructs(schema).package()


class Structs:
    """A package of Go types for a schema. What a flavour has of its own, it overrides."""

    taken = frozenset({"Root"})

    def __init__(self, root: Schema) -> None:
        self.root = root
        self.named = named_types(root)
        self.claims = Names(set(self.taken))
        self.names = {id(n): self.claims.claim(exported(n.name)) for n in self.named}

    def package(self) -> str:
        # A root that is a record is an alias: its struct is known by its own name too.
        root = self.type_of(self.root)
        return "\n".join(
            [
                "// Package records holds the types of a workload's records, generated from its schema.",
                "package records",
                *self.imports(),
                "",
                *self.before_root(),
                "// Root is the type of a record.",
                f"type Root = {root}",
                *self.after_root(),
                *(line for n in self.named for line in ("", *self.declaration(n))),
                *self.after_all(),
                "",
            ]
        )

    def imports(self) -> list[str]:
        return []

    def before_root(self) -> list[str]:
        return []

    def after_root(self) -> list[str]:
        return []

    def after_all(self) -> list[str]:
        return []

    def tag(self, field: Field) -> str:
        raise NotImplementedError

    def union(self, union: Union) -> str:
        """The type of a union other than that of null and one other type."""
        raise NotImplementedError

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
                other = optional(schema)
                return f"*{self.type_of(other)}" if other is not None else self.union(schema)
            case Enum() | Fixed() | Record():
                return self.names[id(schema)]


class _AvroStructs(Structs):
    taken = frozenset({"Root", "Named"})

    def after_root(self) -> list[str]:
        keys = [f'"{full_name(n)}":' for n in self.named]
        width = max((len(key) for key in keys), default=0)
        return [
            "",
            "// Named holds an empty value of every named type.",
            *(["var Named = map[string]any{"] if keys else ["var Named = map[string]any{}"]),
            *(f"\t{key:{width}} {self.empty(n)}," for key, n in zip(keys, self.named, strict=True)),
            *(["}"] if keys else []),
        ]

    def empty(self, named: Enum | Fixed | Record) -> str:
        name = self.names[id(named)]
        return f'{name}("")' if isinstance(named, Enum) else f"{name}{{}}"

    def tag(self, field: Field) -> str:
        return f'avro:"{field.name}"'

    def union(self, union: Union) -> str:
        return "any"


def optional(union: Union) -> Schema | None:
    """The other type of a union of null and one other type; None for any other union."""
    others = [branch for branch in union.branches if branch != Primitive("null")]
    return others[0] if len(union.branches) == 2 and len(others) == 1 else None


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
