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

from assay.codegen.go_names import Names, exported
from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, full_name, named_types

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
    return _Generator(schema).package()


class _Generator:
    def __init__(self, root: Schema) -> None:
        self.root = root
        self.named = named_types(root)
        names = Names({"Root", "Named"})
        self.names = {id(n): names.claim(exported(n.name)) for n in self.named}

    def package(self) -> str:
        # A root that is a record is an alias: its struct is known by its own name too.
        root = self.type_of(self.root)
        keys = [f'"{full_name(n)}":' for n in self.named]
        width = max((len(key) for key in keys), default=0)
        return "\n".join(
            [
                "// Package records holds the types of a workload's records, generated from its schema.",
                "package records",
                "",
                "// Root is the type of a record.",
                f"type Root = {root}",
                "",
                "// Named holds an empty value of every named type.",
                *(["var Named = map[string]any{"] if keys else ["var Named = map[string]any{}"]),
                *(f"\t{key:{width}} {self.empty(n)}," for key, n in zip(keys, self.named, strict=True)),
                *(["}"] if keys else []),
                *(line for n in self.named for line in ("", *self.declaration(n))),
                "",
            ]
        )

    def empty(self, named: Enum | Fixed | Record) -> str:
        name = self.names[id(named)]
        return f'{name}("")' if isinstance(named, Enum) else f"{name}{{}}"

    def declaration(self, named: Enum | Fixed | Record) -> Iterator[str]:
        name = self.names[id(named)]
        match named:
            case Enum():
                yield f"type {name} string"
            case Fixed(size=size):
                yield f"type {name} [{size}]byte"
            case Record(fields=[]):
                yield f"type {name} struct{{}}"
            case Record(fields=fields):
                yield f"type {name} struct {{"
                names = Names(set())
                columns = [(names.claim(exported(f.name)), self.type_of(f.schema), f.name) for f in fields]
                first, second = (max(len(row[number]) for row in columns) for number in (0, 1))
                yield from (f'\t{own:{first}} {type_:{second}} `avro:"{tag}"`' for own, type_, tag in columns)
                yield "}"

    def type_of(self, schema: Schema) -> str:
        match schema:
            case Primitive(type=name):
                return PRIMITIVES[name]
            case Array(items=items):
                return f"[]{self.type_of(items)}"
            case Map(values=values):
                return f"map[string]{self.type_of(values)}"
            case Union(branches=branches):
                others = [branch for branch in branches if branch != Primitive("null")]
                return f"*{self.type_of(others[0])}" if len(branches) == 2 and len(others) == 1 else "any"
            case Enum() | Fixed() | Record():
                return self.names[id(schema)]
