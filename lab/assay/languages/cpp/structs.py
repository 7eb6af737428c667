"""C++ types for a schema: one header, which the adapter includes as ``records.hpp``.

- a record is a struct with ``fields()``, a tuple of references to its members, and ``names()``, the fields' names;
- an enum is an enum class whose symbols are ``assay::symbols`` of it;
- bytes are a ``std::vector<std::uint8_t>``, a fixed is a ``std::array`` of them;
- an array is a ``std::vector``, a map a ``std::map``, null a ``std::monostate``;
- a union of null and one other type is a ``std::optional``, any other one a ``std::variant`` of its branches in order;
- a record that holds itself without an array or map in between does so in a ``std::unique_ptr``.

All in one namespace: the types, ``Root``, the type of a record of the workload, and its conversion from and to the
kit's plain values.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.base.names import Names, camel
from assay.data.schema import Array, Enum, Field, Fixed, Map, Primitive, Record, Schema, Union, named_types, nullable
from assay.languages.cpp.names import TAKEN, identifier
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill, lines

PRIMITIVES = {
    "null": "::std::monostate",
    "boolean": "bool",
    "int": "::std::int32_t",
    "long": "::std::int64_t",
    "float": "float",
    "double": "double",
    "bytes": "::std::vector<::std::uint8_t>",
    "string": "::std::string",
}


FRAMES = Path(__file__).parent / "frames"
# What the generated headers call their own.
OWN = frozenset(["Builder", "Root", "RootMessage", "RootStruct", "RootTable"])


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of a header for the schema. The top type may be any type."""
    return Structs(schema, namespace).header()


def write(making: Making) -> None:
    """Lay the header, as ``records.hpp``."""
    making.lay("records.hpp", generate(making.schema))


class Structs:
    """The types of a schema, for other generators, too."""

    def __init__(self, root: Schema, namespace: str) -> None:
        self.root = root
        self.namespace = namespace
        named = named_types(root)
        self.records = [n for n in named if isinstance(n, Record)]
        self.enums = [n for n in named if isinstance(n, Enum)]
        names = Names(TAKEN | OWN)
        types: list[Record | Enum] = [*self.records, *self.enums]
        self.type_names = {id(n): names.claim(camel(n.name)) for n in types}

    def header(self) -> str:
        declared = [f"struct {self.type_names[id(record)]};" for record in self.records]
        return fill(
            FRAMES / "records.hpp.template",
            namespace=self.namespace,
            declarations=lines([*declared, *map(self.enum, self.enums)]),
            symbols=lines(map(self.symbols, self.enums)),
            records=lines(map(self.record, self.in_order())),
            root=self.type_of(self.root, None),
        )

    def type_of(self, schema: Schema, holder: Record | None) -> str:
        """The C++ type; ``holder`` is the record in which a value of it would lie without anything in between."""
        match schema:
            case Primitive(type=name):
                return PRIMITIVES[name]
            case Fixed(size=size):
                return f"::std::array<::std::uint8_t, {size}>"
            case Array(items=items):
                return f"::std::vector<{self.type_of(items, None)}>"
            case Map(values=values):
                return f"::std::map<::std::string, {self.type_of(values, None)}>"
            case Enum():
                return self.qualified(schema)
            case Record():
                name = self.qualified(schema)
                return f"::std::unique_ptr<{name}>" if _is_endless(schema, holder) else name
            case Union(branches=branches):
                other = nullable(schema)
                if other is None:
                    return f"::std::variant<{', '.join(self.type_of(branch, holder) for branch in branches)}>"
                # A pointer can be null by itself.
                if isinstance(other, Record) and _is_endless(other, holder):
                    return self.type_of(other, holder)
                return f"::std::optional<{self.type_of(other, holder)}>"

    def qualified(self, named: Enum | Record) -> str:
        """The full name, which no member of a struct can hide."""
        return f"::{self.namespace}::{self.type_names[id(named)]}"

    def enumerators(self, enum: Enum) -> list[str]:
        """The names of an enum's symbols in C++."""
        names = Names()
        return [names.claim(identifier(symbol)) for symbol in enum.symbols]

    def enum(self, enum: Enum) -> str:
        symbols = ", ".join(self.enumerators(enum))
        return f"enum class {self.type_names[id(enum)]} : ::std::int32_t {{ {symbols} }};"

    def symbols(self, enum: Enum) -> str:
        texts = ", ".join(f'"{symbol}"' for symbol in enum.symbols)
        array = f"::std::array<::std::string_view, {len(enum.symbols)}>"
        return f"template <> inline constexpr {array} assay::symbols<{self.qualified(enum)}>{{{texts}}};"

    def members(self, record: Record) -> list[tuple[str, Field]]:
        """The members of a record's struct by their names in C++, in the schema's order."""
        # A member may not be called like its struct.
        names = Names(frozenset({"fields", "names", self.type_names[id(record)]}))
        return [(names.claim(identifier(field.name)), field) for field in record.fields]

    def record(self, record: Record) -> str:
        name = self.type_names[id(record)]
        members = self.members(record)
        tied = ", ".join(own for own, _ in members)
        texts = ", ".join(f'"{field.name}"' for field in record.fields)
        array = f"::std::array<::std::string_view, {len(record.fields)}>"
        return "\n".join(
            [
                f"struct {name} {{",
                *(f"    {self.type_of(field.schema, record)} {own}{_start(field.schema)};" for own, field in members),
                f"    auto fields() {{ return ::std::tie({tied}); }}",
                f"    auto fields() const {{ return ::std::tie({tied}); }}",
                f"    static constexpr {array} names() {{ return {{{texts}}}; }}",
                "};",
            ]
        )

    def in_order(self) -> list[Record]:
        """The records, each after those that lie in it."""
        done: dict[int, Record] = {}

        def visit(record: Record) -> None:
            if id(record) in done:
                return
            for field in record.fields:
                for inner in _next_to(field.schema):
                    if not _is_endless(inner, record):
                        visit(inner)
            done[id(record)] = record

        for record in self.records:
            visit(record)
        return list(done.values())


def _start(schema: Schema) -> str:
    """The initializer of a member whose type has no start value of its own."""
    plain = isinstance(schema, Enum | Fixed) or (
        isinstance(schema, Primitive) and schema.type in ("boolean", "int", "long", "float", "double")
    )
    return "{}" if plain else ""


def _next_to(schema: Schema) -> Iterator[Record]:
    """The records that lie in a value of the schema without an array or map in between."""
    match schema:
        case Record():
            yield schema
        case Union(branches=branches):
            for branch in branches:
                yield from _next_to(branch)
        case _:
            pass


def _is_endless(record: Record, holder: Record | None) -> bool:
    """Whether the holder would lie in itself if this record lay in it."""
    pending = [record] if holder is not None else []
    seen: set[int] = set()
    while pending:
        current = pending.pop()
        if current is holder:
            return True
        if id(current) not in seen:
            seen.add(id(current))
            for field in current.fields:
                pending.extend(_next_to(field.schema))
    return False
