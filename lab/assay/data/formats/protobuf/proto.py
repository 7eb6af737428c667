"""The Protobuf messages of a schema: a model of them, and their text.

The table in docs/formats.md says which type becomes what. What it leaves open, and where Protobuf cannot have a name:

- null is a message without fields; a record's field of type null says nothing, set or not;
- a top type that is not a message of its own stands in one with a single field;
- a message that wraps a type is there once, however often the type is;
- two names that differ in case and ``_`` only are one name to proto3 (and to some languages besides, for messages), and
  a map takes a second name for its entries: the later one gets a number at its end;
- the types' names lose their namespaces, and a name that is then there twice gets a number, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.base.names import Names, camel
from assay.data import schema as avro
from assay.data.schema import NULL, Array, Fixed, Map, Primitive, Record, Schema, Union, named_types, nullable

PACKAGE = "assay.records"
SCALARS = {
    "boolean": "bool",
    "int": "int32",
    "long": "int64",
    "float": "float",
    "double": "double",
    "string": "string",
    "bytes": "bytes",
}
LONGEST = 80

# single: always there, but in a `oneof`; optional: absent for null; map: from strings.
Label = Literal["single", "optional", "repeated", "map"]

# What a message is. All but records wrap a type: an array in `items`, a map in `entries`, null or another type in
# `value`, a union in a `oneof value`, null in nothing, and a top type of another kind in `value`.
Form = Literal["record", "array", "map", "optional", "union", "null", "single"]


@dataclass(frozen=True)
class Type:
    """The type of one value of a field. ``name``: a scalar of Protobuf's, or an enum or a message of the file."""

    kind: Literal["scalar", "enum", "message"]
    name: str
    schema: Schema


@dataclass(frozen=True)
class Field:
    """A field. ``type``: of one item where the label is repeated, of one entry where it is map.

    ``schema``: the whole type that the field stands for. ``source``: the name that a record's field has in the schema.
    ``branch``: which branch of the union a field of a `oneof` is for.
    """

    name: str
    number: int
    label: Label
    type: Type
    schema: Schema
    source: str = ""
    branch: int | None = None


@dataclass(frozen=True)
class Message:
    """A message: of a record, or one that wraps a type that no field can have."""

    name: str
    form: Form
    schema: Schema
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Enum:
    """An enum: the values' names in the order of the symbols, numbered from 0."""

    name: str
    schema: avro.Enum
    values: tuple[str, ...]


@dataclass(frozen=True)
class File:
    """All messages and enums, by their names; ``root`` is the message of a whole record of the workload."""

    messages: dict[str, Message]
    enums: dict[str, Enum]
    root: Message


def model(schema: Schema) -> File:
    """The messages and enums of a schema, in an order that depends on the schema only."""
    return _Modeller(schema).file()


def text(schema: Schema) -> str:
    """The text of the schema's `.proto` file."""
    file = model(schema)
    lines = [
        'syntax = "proto3";',
        "",
        f"package {PACKAGE};",
        "",
        "option java_multiple_files = true;",
        f'option java_package = "{PACKAGE}";',
        'option go_package = "assay/records";',
    ]
    for enum in file.enums.values():
        values = [f"  {value} = {number};" for number, value in enumerate(enum.values)]
        lines += ["", f"enum {enum.name} {{", *values, "}"]
    for message in file.messages.values():
        lines += ["", f"message {message.name} {{", *_body(message), "}"]
    return "\n".join(lines) + "\n"


def capitalized(name: str) -> str:
    """As protoc names fields in C++ and Java: in camel case, a letter after a digit raised, too."""
    text, raise_next = "", True
    for letter in name:
        if letter == "_":
            raise_next = True
            continue
        text += letter.upper() if raise_next else letter
        raise_next = letter.isdigit()
    return text


def _body(message: Message) -> list[str]:
    lines = [f"  {_field(field)}" for field in message.fields]
    if message.form == "union" and lines:
        return ["  oneof value {", *(f"  {line}" for line in lines), "  }"]
    return lines


def _field(field: Field) -> str:
    # A full name cannot be taken for a field or a keyword.
    name = field.type.name if field.type.kind == "scalar" else f".{PACKAGE}.{field.type.name}"
    types = {
        "single": name,
        "optional": f"optional {name}",
        "repeated": f"repeated {name}",
        "map": f"map<string, {name}>",
    }
    return f"{types[field.label]} {field.name} = {field.number};"


def _folded(name: str) -> str:
    """What proto3 compares of the names of fields."""
    return name.replace("_", "").lower()


class _Modeller:
    def __init__(self, root: Schema) -> None:
        self.root = root
        self.names = Names(key=_folded)
        self.known: dict[object, str] = {}
        self.pending: list[tuple[str, Form, Schema]] = []
        self.enums: dict[str, Enum] = {}

    def file(self) -> File:
        # Types of the schema first, so that they keep their names; the values stand beside them, as C++ has it.
        named = [n for n in reversed(named_types(self.root)) if not isinstance(n, Fixed)]
        for n in named:
            self.known[id(n)] = self.names.claim(n.name)
        for n in named:
            if isinstance(n, avro.Enum):
                name = self.known[id(n)]
                values = tuple(self.names.claim(f"{name}_{symbol}") for symbol in n.symbols)
                self.enums[name] = Enum(name, n, values)
            else:
                self.pending.append((self.known[id(n)], "record", n))
        messages = {}
        top = self.type_of(self.root)
        root = top.name if top.kind == "message" else self.later("Root", "single", self.root)
        for name, form, schema in self.pending:  # which grows meanwhile
            messages[name] = Message(name, form, schema, self.fields(form, schema))
        return File(messages, self.enums, messages[root])

    def later(self, wanted: str, form: Form, schema: Schema) -> str:
        name = self.names.claim(wanted[:LONGEST])
        self.pending.append((name, form, schema))
        return name

    def fields(self, form: Form, schema: Schema) -> tuple[Field, ...]:
        match form, schema:
            case "record", Record(fields=fields):
                return self.record(fields)
            case "union", Union(branches=branches):
                return self.union(branches)
            case "null", _:
                return ()
            case _:
                label, type_ = self.place(schema)
                names = {"repeated": "items", "map": "entries", "optional": "value", "single": "value"}
                if form == "single":
                    label, type_ = "single", self.type_of(schema)
                return (Field(names[label], 1, label, type_, schema),)

    def record(self, fields: list[avro.Field]) -> tuple[Field, ...]:
        names = _field_names(fields)
        made = []
        for number, field in enumerate(fields, 1):
            label, type_ = self.place(field.schema)
            made.append(Field(names[field.name], number, label, type_, field.schema, source=field.name))
        return tuple(made)

    def union(self, branches: tuple[Schema, ...]) -> tuple[Field, ...]:
        names = Names(key=_folded)
        made: list[Field] = []
        for branch, schema in enumerate(branches):
            if schema != NULL:
                name = names.claim(f"{_branch_name(schema)}_value")
                made.append(Field(name, len(made) + 1, "single", self.type_of(schema), schema, branch=branch))
        return tuple(made)

    def place(self, schema: Schema) -> tuple[Label, Type]:
        """How a field stands for a type."""
        match schema:
            case Array(items=inner):
                return "repeated", self.type_of(inner)
            case Map(values=inner):
                return "map", self.type_of(inner)
            case Union() if (other := nullable(schema)) is not None:
                return "optional", self.type_of(other)
            case _:
                return "single", self.type_of(schema)

    def type_of(self, schema: Schema) -> Type:
        """The type of one value: a message that wraps it where there is no other."""
        match schema:
            case Primitive(type=name) if name != "null":
                return Type("scalar", SCALARS[name], schema)
            case Fixed():
                return Type("scalar", "bytes", schema)
            case avro.Enum():
                return Type("enum", self.known[id(schema)], schema)
            case Record():
                return Type("message", self.known[id(schema)], schema)
            case _:
                return Type("message", self.wrapper(schema), schema)

    def wrapper(self, schema: Schema) -> str:
        key = _key(schema)
        if key not in self.known:
            self.known[key] = self.later(self.wrapper_name(schema), _form(schema), schema)
        return self.known[key]

    def wrapper_name(self, schema: Schema) -> str:
        match schema:
            case Array(items=inner):
                return f"ArrayOf{self.title(inner)}"
            case Map(values=inner):
                return f"MapOf{self.title(inner)}"
            case Union() if (other := nullable(schema)) is not None:
                return f"Optional{self.title(other)}"
            case Union(branches=branches):
                return "Or".join(self.title(branch) for branch in branches)
            case _:
                return "Null"

    def title(self, schema: Schema) -> str:
        """A word for a type in the name of a message."""
        match schema:
            case Primitive(type=name):
                return camel(name)
            case Fixed(name=name):
                return name
            case _:
                return self.type_of(schema).name


def _form(schema: Schema) -> Form:
    match schema:
        case Array():
            return "array"
        case Map():
            return "map"
        case Union():
            return "union" if nullable(schema) is None else "optional"
        case _:
            return "null"


def _key(schema: Schema) -> object:
    """Equal for types that are written alike; named types are known by identity."""
    match schema:
        case Array(items=inner):
            return "array", _key(inner)
        case Map(values=inner):
            return "map", _key(inner)
        case Union(branches=branches):
            return "union", tuple(_key(branch) for branch in branches)
        case Primitive(type=name):
            return name
        case _:
            return id(schema)


def _branch_name(schema: Schema) -> str:
    match schema:
        case Primitive(type=name) | Fixed(name=name) | avro.Enum(name=name) | Record(name=name):
            return name
        case Array():
            return "array"
        case _:
            return "map"


def _field_names(fields: list[avro.Field]) -> dict[str, str]:
    """The names of a record's fields by those in the schema.

    The message of a map's entries has the map's name with "Entry" after it, and stands among the fields: maps choose
    first, and the shorter name before the longer.
    """
    names = Names(key=_folded)
    chosen = {}
    for field in sorted((f for f in fields if isinstance(f.schema, Map)), key=lambda f: len(f.name)):
        chosen[field.name] = names.claim(field.name)
        names.taken.add(_folded(f"{chosen[field.name]}Entry"))
    for field in fields:
        if field.name not in chosen:
            chosen[field.name] = names.claim(field.name)
    return chosen
