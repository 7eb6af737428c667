"""Structs in the one shape that hamba/avro and twmb/avro both work with.

Their fields have `avro` tags with the schema's names. A union of more than null and one other type is an ``any``, which
the libraries fill by rules of their own; both take nil for a null by itself. ``Named`` is an empty value of every named
type by its full name, by which the kit's package ``values`` converts from and to plain values.
"""

from __future__ import annotations

from assay.data.schema import Enum, Field, Fixed, Record, Schema, Union, full_name
from assay.languages.go.making import Making
from assay.languages.go.structs import Structs


def make(making: Making) -> None:
    making.write_records(generate(making.schema))


def generate(schema: Schema) -> str:
    """The text of a Go package for the schema, as gofmt would have it. The top type may be any type."""
    return _AvroStructs(schema).package()


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
