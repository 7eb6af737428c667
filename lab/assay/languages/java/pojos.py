"""Plain Java classes for a schema, in the package ``assay.pojos``: public fields, no methods, nothing of any library.

- a record is a final class with a public field for each field, an enum a Java enum;
- bytes and fixed are ``byte[]``; an array of numbers or booleans is a Java array of them, any other a ``List``; a map a
  ``Map`` by String;
- a union of null and one other type is that type, boxed; any other union, and null by itself, is an ``Object``, which
  holds what the branch's type is;
- ``Pojos`` lists all of them with their fields, for the kit's conversion from and to plain values.

A ``Style`` adds what one library wants to read in its users' classes: annotations, and further classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assay.base.names import Names, camel
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
    full_name,
    named_types,
    nullable,
)
from assay.languages.java.making import FRAMES
from assay.languages.java.names import TAKEN, identifier
from assay.languages.shared.frames import fill

PACKAGE = "assay.pojos"
UNBOXED = {"boolean": "boolean", "int": "int", "long": "long", "float": "float", "double": "double"}
BOXED = {"boolean": "Boolean", "int": "Integer", "long": "Long", "float": "Float", "double": "Double"}
OTHERS = {"null": "Object", "bytes": "byte[]", "string": "String"}


@dataclass(frozen=True)
class Type:
    """A generated class: its name, and the identifiers of its fields or constants in the schema's order."""

    named: Record | Enum
    name: str
    members: tuple[str, ...]


class Types:
    """The generated classes of a schema, by the schema's named types."""

    def __init__(self, root: Schema) -> None:
        self.root = root
        names = Names(TAKEN)
        self.all = [_type(n, names.claim(camel(n.name))) for n in named_types(root) if not isinstance(n, Fixed)]
        self.by_id = {id(t.named): t for t in self.all}

    def of(self, named: Record | Enum) -> Type:
        return self.by_id[id(named)]

    def text(self, schema: Schema) -> str:
        """The Java type of a field."""
        match schema:
            case Primitive(type=name):
                return UNBOXED.get(name) or OTHERS[name]
            case Array(items=Primitive(type=name)) if name in UNBOXED:
                return f"{UNBOXED[name]}[]"
            case Array(items=items):
                return f"List<{self.boxed(items)}>"
            case Map(values=values):
                return f"Map<String, {self.boxed(values)}>"
            case Fixed():
                return "byte[]"
            case Enum() | Record():
                return self.of(schema).name
            case Union(branches=(only,)):
                return self.text(only)
            case Union():
                other = nullable(schema)
                return "Object" if other is None else self.boxed(other)

    def boxed(self, schema: Schema) -> str:
        """The Java type where no primitive can stand."""
        match schema:
            case Union(branches=(only,)):
                return self.boxed(only)
            case Primitive(type=name) if name in BOXED:
                return BOXED[name]
            case _:
                return self.text(schema)


class Style:
    """What plain classes hold besides their fields: nothing."""

    imports: tuple[str, ...] = ()

    def type(self) -> Iterator[str]:
        """The annotations of a class."""
        yield from ()

    def field(self, field: Field, own: str) -> Iterator[str]:
        """The annotations of a field, ``own`` being its identifier."""
        yield from ()

    def constant(self, symbol: str, own: str) -> str:
        """The annotation of an enum's constant."""
        return ""

    def further(self, types: Types) -> dict[str, str]:
        """Further files."""
        return {}


def is_mixed(schema: Schema) -> bool:
    """Whether the type is a union that Java has no type for but Object."""
    return isinstance(schema, Union) and len(schema.branches) > 1 and nullable(schema) is None


def generate(schema: Schema, style: Style | None = None) -> dict[str, str]:
    """The files of the package, by their names."""
    types = Types(schema)
    style = style or Style()
    files = {f"{t.name}.java": _file(_class(types, t, style), style) for t in types.all}
    files.update({f"{name}.java": _file(text, style) for name, text in style.further(types).items()})
    files["Pojos.java"] = _listing(types)
    return files


def _type(named: Record | Enum, name: str) -> Type:
    names = Names()
    words = named.symbols if isinstance(named, Enum) else [field.name for field in named.fields]
    return Type(named, name, tuple(names.claim(identifier(word)) for word in words))


def _file(text: str, style: Style) -> str:
    words = set(re.findall(r"\w+", text))
    imports = [
        name for name in sorted(["java.util.List", "java.util.Map", *style.imports]) if name.split(".")[-1] in words
    ]
    block = [*(f"import {name};" for name in imports), ""] if imports else []
    return "\n".join([f"package {PACKAGE};", "", *block, text, ""])


def _class(types: Types, made: Type, style: Style) -> str:
    lines = list(style.type())
    if isinstance(made.named, Enum):
        lines.append(f"public enum {made.name} {{")
        for symbol, own in zip(made.named.symbols, made.members, strict=True):
            annotation = style.constant(symbol, own)
            lines.append(f"    {annotation}{' ' if annotation else ''}{own},")
    else:
        lines.append(f"public final class {made.name} {{")
        for field, own in zip(made.named.fields, made.members, strict=True):
            lines.extend(f"    {annotation}" for annotation in style.field(field, own))
            lines.append(f"    public {types.text(field.schema)} {own};")
    return "\n".join([*lines, "}"])


def _listing(types: Types) -> str:
    entries = []
    for made in types.all:
        members = "".join(f', "{own}"' for own in made.members) if isinstance(made.named, Record) else ""
        entries.append(f'        TYPES.add("{full_name(made.named)}", {made.name}.class{members});')
    return fill(FRAMES / "Pojos.java.template", package=PACKAGE, entries="\n".join(entries))
