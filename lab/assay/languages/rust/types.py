"""Rust types for a schema, for the libraries that take their shape from derives.

What that shape is made of:

- a record is a struct, an enum an enum of unit variants;
- a union of null and one other type is an ``Option``, any other union an enum of newtype variants, null too;
- bytes and fixed are of the flavour's types;
- a map is a ``BTreeMap``, so that the bytes of a record are the same in every process;
- a record that holds itself without an array or map in between does so in a ``Box``.

Derives and attributes are the flavour's (`rust_flavours`); `rust_module` puts the parts together.
"""

from __future__ import annotations

from assay.data.schema import (
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
)
from assay.languages.rust.flavours import Flavour, branch_name
from assay.languages.rust.names import TAKEN_TYPES, identifier
from assay.languages.rust.shape import held, null_branch
from assay.recipes.names import Names, camel

PRIMITIVES = {
    "null": "()",
    "boolean": "bool",
    "int": "i32",
    "long": "i64",
    "float": "f32",
    "double": "f64",
}


class Types:
    """The types of one schema. The top type need not be a record."""

    def __init__(self, root: Schema, flavour: Flavour) -> None:
        self.root = root
        self.flavour = flavour
        self.names = Names(TAKEN_TYPES)
        named = named_types(root)
        self.records = [n for n in named if isinstance(n, Record)]
        self.enums = [n for n in named if isinstance(n, Enum)]
        # With the lifetime, where they have one: so they stand in definitions and wherever they are used as types.
        self.type_names = {
            id(n): self.names.claim(camel(n.name)) + flavour.lifetime(n) for n in named if not isinstance(n, Fixed)
        }
        self.unions: dict[Union, str] = {}
        self.name_unions(root, "Top")
        for record in self.records:
            for field in record.fields:
                holder = self.type_names[id(record)].removesuffix(flavour.lifetime(record))
                self.name_unions(field.schema, holder + camel(field.name))

    def name_unions(self, schema: Schema, wanted: str) -> None:
        """Gives a name to each union below a field that needs an enum: that of its first place in the schema."""
        match schema:
            case Array(items=inner) | Map(values=inner):
                self.name_unions(inner, wanted)
            case Union(branches=branches):
                if null_branch(schema) is None and schema not in self.unions:
                    self.unions[schema] = self.names.claim(wanted) + self.flavour.lifetime(schema)
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
                return self.flavour.text
            case Primitive(type="bytes"):
                return self.flavour.bytes
            case Primitive(type=name):
                return PRIMITIVES[name]
            case Fixed(size=size):
                return self.flavour.fixed(size)
            case Array(items=items):
                return f"Vec<{self.type_of(items, None)}>"
            case Map(values=values):
                return f"BTreeMap<{self.flavour.text}, {self.type_of(values, None)}>"
            case Enum():
                return self.type_names[id(schema)]
            case Record():
                name = self.type_names[id(schema)]
                endless = holder is not None and holder in held(schema, through_unions=False)
                return f"Box<{name}>" if endless else name
            case Union(branches=branches):
                null = null_branch(schema)
                return self.unions[schema] if null is None else f"Option<{self.type_of(branches[1 - null], holder)}>"

    def read(self, schema: Schema, plain: str) -> str:
        """An expression, a ``Result<_, String>``, that converts the expression ``plain``, a ``&Plain``."""
        match schema:
            case Array(items=items):
                return f"array_from({plain}, |p| {self.read(items, 'p')})"
            case Map(values=values):
                return f"map_from({plain}, |p| {self.read(values, 'p')})"
            case Union(branches=branches) if (null := null_branch(schema)) is not None:
                return f"option_from({plain}, |p| {self.read(branches[1 - null], 'p')})"
            case _:
                return f"Typed::from_plain({plain})"

    def write(self, schema: Schema, value: str) -> str:
        """An expression, a ``Plain``, that converts the expression ``value``, a reference."""
        match schema:
            case Array(items=items):
                return f"array_to({value}, |v| {self.write(items, 'v')})"
            case Map(values=values):
                return f"map_to({value}, |v| {self.write(values, 'v')})"
            case Union(branches=branches) if (null := null_branch(schema)) is not None:
                return f"option_to({value}, {null}, |v| {self.write(branches[1 - null], 'v')})"
            case _:
                return f"Typed::to_plain({value})"

    def fields(self, record: Record) -> list[tuple[Field, str]]:
        """A record's fields with their identifiers."""
        names = Names()
        return [(f, names.claim(identifier(self.flavour.field_name(f.name)))) for f in record.fields]

    def symbols(self, enum: Enum) -> list[tuple[str, str]]:
        """An enum's symbols with their identifiers."""
        names = Names()
        return [(symbol, names.claim(identifier(symbol))) for symbol in enum.symbols]

    def variants(self, union: Union) -> list[tuple[Schema, str]]:
        """A union's branches with their identifiers."""
        names = Names()
        return [(branch, names.claim(identifier(camel(_branch_name(branch))))) for branch in union.branches]

    def record(self, record: Record) -> str:
        return "\n".join(
            [
                *self.flavour.record(record),
                f"pub struct {self.type_names[id(record)]} {{",
                *(
                    f"    {self.flavour.field(record, f, own)}pub {own}: {self.type_of(f.schema, record)},"
                    for f, own in self.fields(record)
                ),
                "}",
            ]
        )

    def record_typed(self, record: Record) -> str:
        fields = self.fields(record)
        name = self.type_names[id(record)]
        # Locals are numbered: a field may be called like anything else in the function.
        locals_ = ", ".join(f"f{number}" for number in range(len(fields)))
        return "\n".join(
            [
                f"impl Typed for {name} {{",
                "    fn from_plain(plain: &Plain) -> Result<Self, String> {",
                f"        let [{locals_}] = record_from(plain)?;",
                f"        Ok({name} {{",
                *(f"            {own}: {self.read(f.schema, f'f{n}')}?," for n, (f, own) in enumerate(fields)),
                "        })",
                "    }",
                "    fn to_plain(&self) -> Plain {",
                "        record_to([",
                *(f'            ("{f.name}", {self.write(f.schema, f"&self.{own}")}),' for f, own in fields),
                "        ])",
                "    }",
                "}",
            ]
        )

    def enum(self, enum: Enum) -> str:
        return "\n".join(
            [
                *self.flavour.enum(enum),
                f"pub enum {self.type_names[id(enum)]} {{",
                *(f"    {self.flavour.symbol(symbol, own)}{own}," for symbol, own in self.symbols(enum)),
                "}",
            ]
        )

    def enum_typed(self, enum: Enum) -> str:
        symbols = self.symbols(enum)
        name = self.type_names[id(enum)]
        return "\n".join(
            [
                f"impl Typed for {name} {{",
                "    fn from_plain(plain: &Plain) -> Result<Self, String> {",
                "        match enum_from(plain)? {",
                *(f"            {number} => Ok({name}::{own})," for number, (_, own) in enumerate(symbols)),
                "            other => no_such(other),",
                "        }",
                "    }",
                "    fn to_plain(&self) -> Plain {",
                "        match self {",
                *(f'            {name}::{own} => enum_to({n}, "{symbol}"),' for n, (symbol, own) in enumerate(symbols)),
                "        }",
                "    }",
                "}",
            ]
        )

    def union(self, union: Union, name: str) -> str:
        branches = self.variants(union)
        return "\n".join(
            [
                *self.flavour.union(union),
                f"pub enum {name} {{",
                *(
                    f"    {self.flavour.branch(union, n)}{branches[n][1]}({self.branch_type(branches[n][0], union)}),"
                    for n in self.flavour.order(union)
                ),
                *([f"    {self.flavour.unknown},"] if self.flavour.unknown else []),
                "}",
            ]
        )

    def union_typed(self, union: Union, name: str) -> str:
        branches = self.variants(union)
        return "\n".join(
            [
                f"impl Typed for {name} {{",
                "    fn from_plain(plain: &Plain) -> Result<Self, String> {",
                "        let (number, inner) = union_from(plain)?;",
                "        Ok(match number {",
                *(
                    f"            {n} => {name}::{own}({self.read(b, 'inner')}?),"
                    for n, (b, own) in enumerate(branches)
                ),
                "            other => return no_such(other),",
                "        })",
                "    }",
                "    fn to_plain(&self) -> Plain {",
                "        match self {",
                *(
                    f"            {name}::{own}(v) => union_to({n}, {self.write(b, 'v')}),"
                    for n, (b, own) in enumerate(branches)
                ),
                *([f"            {name}::Unknown_(_) => Plain::Null,"] if self.flavour.unknown else []),
                "        }",
                "    }",
                "}",
            ]
        )

    def branch_type(self, branch: Schema, union: Union) -> str:
        name = self.type_of(branch, None)
        if not isinstance(branch, Record):
            return name
        inner = held(branch, through_unions=True)
        return f"Box<{name}>" if any(f.schema == union for record in inner for f in record.fields) else name


def _branch_name(branch: Schema) -> str:
    return branch.name if isinstance(branch, Record | Enum | Fixed) else branch_name(branch)
