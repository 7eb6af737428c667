"""Rust types for a schema, for the libraries that take their shape from derives.

What that shape is made of:

- a record is a struct, an enum an enum of unit variants;
- a union of null and one other type is an ``Option``, any other union an enum of newtype variants, null too;
- bytes and fixed are of the style's types;
- a map is a ``BTreeMap``, so that the bytes of a record are the same in every process;
- a record that holds itself without an array or map in between does so in a ``Box``.

Derives and attributes are the style's; `module` puts the parts together.
"""

from __future__ import annotations

from assay.base.names import Names, camel
from assay.data.schema import (
    NULL,
    Array,
    Enum,
    Field,
    Fixed,
    Map,
    Primitive,
    Record,
    Schema,
    Union,
    named_types,
    nullable,
)
from assay.languages.rust.names import TAKEN_TYPES, identifier
from assay.languages.rust.shape import held
from assay.languages.rust.style import Style
from assay.languages.rust.typed import typed, typed_record

PRIMITIVES = {
    "null": "()",
    "boolean": "bool",
    "int": "i32",
    "long": "i64",
    "float": "f32",
    "double": "f64",
}


class Types:
    """The types of one schema. The top type may be any type."""

    def __init__(self, root: Schema, style: Style) -> None:
        self.root = root
        self.style = style
        self.names = Names(TAKEN_TYPES)
        named = named_types(root)
        self.records = [n for n in named if isinstance(n, Record)]
        self.enums = [n for n in named if isinstance(n, Enum)]
        # With the lifetime, where they have one: so they stand in definitions and wherever they are used as types.
        self.type_names = {
            id(n): self.names.claim(camel(n.name)) + style.lifetime(n) for n in named if not isinstance(n, Fixed)
        }
        self.unions: dict[Union, str] = {}
        self.name_unions(root, "Top")
        for record in self.records:
            for field in record.fields:
                holder = self.type_names[id(record)].removesuffix(style.lifetime(record))
                self.name_unions(field.schema, holder + camel(field.name))

    def name_unions(self, schema: Schema, wanted: str) -> None:
        """Gives a name to each union below a field that needs an enum: that of its first place in the schema."""
        match schema:
            case Array(items=inner) | Map(values=inner):
                self.name_unions(inner, wanted)
            case Union(branches=branches):
                if nullable(schema) is None and schema not in self.unions:
                    self.unions[schema] = self.names.claim(wanted) + self.style.lifetime(schema)
                for branch in branches:
                    self.name_unions(branch, wanted)
            case _:
                pass

    def definitions(self) -> list[str]:
        """The types."""
        return [
            *(self.record(record) for record in self.records),
            *(self.enum(enum) for enum in self.enums),
            *(self.union(union, name) for union, name in self.unions.items()),
        ]

    def conversions(self) -> list[str]:
        """``Typed`` for each type."""
        return [
            *(self.record_typed(record) for record in self.records),
            *(self.enum_typed(enum) for enum in self.enums),
            *(self.union_typed(union, name) for union, name in self.unions.items()),
        ]

    def type_of(self, schema: Schema, holder: Record | None) -> str:
        """The Rust type; ``holder`` is the record in which a value of it would lie without anything in between."""
        match schema:
            case Primitive(type="string"):
                return self.style.text
            case Primitive(type="bytes"):
                return self.style.bytes
            case Primitive(type=name):
                return PRIMITIVES[name]
            case Fixed(size=size):
                return self.style.fixed(size)
            case Array(items=items):
                return f"Vec<{self.type_of(items, None)}>"
            case Map(values=values):
                return f"BTreeMap<{self.style.text}, {self.type_of(values, None)}>"
            case Enum():
                return self.type_names[id(schema)]
            case Record():
                name = self.type_names[id(schema)]
                endless = holder is not None and holder in held(schema, through_unions=False)
                return f"Box<{name}>" if endless else name
            case Union():
                other = nullable(schema)
                return f"Option<{self.type_of(other, holder)}>" if other else self.unions[schema]

    def read(self, schema: Schema, plain: str) -> str:
        """An expression, a ``Result<_, String>``, that converts the expression ``plain``, a ``&Plain``."""
        match schema:
            case Array(items=items):
                return f"array_from({plain}, |p| {self.read(items, 'p')})"
            case Map(values=values):
                return f"map_from({plain}, |p| {self.read(values, 'p')})"
            case Union() if other := nullable(schema):
                return f"option_from({plain}, |p| {self.read(other, 'p')})"
            case _:
                return f"Typed::from_plain({plain})"

    def write(self, schema: Schema, value: str) -> str:
        """An expression, a ``Plain``, that converts the expression ``value``, a reference."""
        match schema:
            case Array(items=items):
                return f"array_to({value}, |v| {self.write(items, 'v')})"
            case Map(values=values):
                return f"map_to({value}, |v| {self.write(values, 'v')})"
            case Union(branches=branches) if other := nullable(schema):
                return f"option_to({value}, {branches.index(NULL)}, |v| {self.write(other, 'v')})"
            case _:
                return f"Typed::to_plain({value})"

    def fields(self, record: Record) -> list[tuple[Field, str]]:
        """A record's fields with their identifiers."""
        names = Names()
        return [(f, names.claim(identifier(self.style.field_name(f.name)))) for f in record.fields]

    def symbols(self, enum: Enum) -> list[tuple[str, str]]:
        """An enum's symbols with their identifiers."""
        names = Names()
        return [(symbol, names.claim(identifier(symbol))) for symbol in enum.symbols]

    def variants(self, union: Union) -> list[tuple[Schema, str]]:
        """A union's branches with their identifiers."""
        names = Names()
        return [(branch, names.claim(identifier(camel(branch_name(branch))))) for branch in union.branches]

    def record(self, record: Record) -> str:
        return "\n".join(
            [
                *self.style.record(record),
                f"pub struct {self.type_names[id(record)]} {{",
                *(
                    f"    {self.style.field(record, f, own)}pub {own}: {self.type_of(f.schema, record)},"
                    for f, own in self.fields(record)
                ),
                "}",
            ]
        )

    def record_typed(self, record: Record) -> str:
        fields = [(field.name, own, field.schema) for field, own in self.fields(record)]
        return typed_record(
            self.type_names[id(record)],
            [(own, f"{self.read(schema, f'f{number}')}?") for number, (_, own, schema) in enumerate(fields)],
            [(name, self.write(schema, f"&self.{own}")) for name, own, schema in fields],
        )

    def enum(self, enum: Enum) -> str:
        return "\n".join(
            [
                *self.style.enum(enum),
                f"pub enum {self.type_names[id(enum)]} {{",
                *(f"    {self.style.symbol(symbol, own)}{own}," for symbol, own in self.symbols(enum)),
                "}",
            ]
        )

    def enum_typed(self, enum: Enum) -> str:
        symbols = self.symbols(enum)
        name = self.type_names[id(enum)]
        read = [
            "match enum_from(plain)? {",
            *(f"    {number} => Ok({name}::{own})," for number, (_, own) in enumerate(symbols)),
            "    other => no_such(other),",
            "}",
        ]
        write = [
            "match self {",
            *(f'    {name}::{own} => enum_to({n}, "{symbol}"),' for n, (symbol, own) in enumerate(symbols)),
            "}",
        ]
        return typed(name, read, write)

    def union(self, union: Union, name: str) -> str:
        branches = self.variants(union)
        return "\n".join(
            [
                *self.style.union(union),
                f"pub enum {name} {{",
                *(
                    f"    {self.style.branch(union, n)}{branches[n][1]}({self.branch_type(branches[n][0], union)}),"
                    for n in self.style.order(union)
                ),
                *([f"    {self.style.unknown},"] if self.style.unknown else []),
                "}",
            ]
        )

    def union_typed(self, union: Union, name: str) -> str:
        branches = self.variants(union)
        read = [
            "let (number, inner) = union_from(plain)?;",
            "Ok(match number {",
            *(f"    {n} => {name}::{own}({self.read(b, 'inner')}?)," for n, (b, own) in enumerate(branches)),
            "    other => return no_such(other),",
            "})",
        ]
        write = [
            "match self {",
            *(f"    {name}::{own}(v) => union_to({n}, {self.write(b, 'v')})," for n, (b, own) in enumerate(branches)),
            *([f"    {name}::Unknown_(_) => Plain::Null,"] if self.style.unknown else []),
            "}",
        ]
        return typed(name, read, write)

    def branch_type(self, branch: Schema, union: Union) -> str:
        name = self.type_of(branch, None)
        if not isinstance(branch, Record):
            return name
        inner = held(branch, through_unions=True)
        return f"Box<{name}>" if any(f.schema == union for record in inner for f in record.fields) else name


def branch_name(branch: Schema) -> str:
    """What a union's branch is called: by its own name where it has one, else by its type."""
    if isinstance(branch, Record | Enum | Fixed):
        return branch.name
    return branch.type.capitalize() if isinstance(branch, Primitive) else type(branch).__name__
