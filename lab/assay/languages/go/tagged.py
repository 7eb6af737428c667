"""Go types for a schema with the tags of a library for a format that describes itself.

What they have beside the shape that `go_structs` tells:

- the tags are the library's, with the schema's names;
- a union of more than null and one other type is a struct with a pointer for each branch but null, and with the
  methods by which the library writes and reads its value (`go_union_methods`);
- a fixed has methods for base64 where the format is JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assay.data.schema import Array, Enum, Field, Fixed, Map, Primitive, Record, Schema, Union
from assay.languages.go.names import exported
from assay.languages.go.structs import Structs, optional, struct
from assay.languages.go.union_methods import OfAppending, OfBytes, OfStream
from assay.languages.go.unions import Branch, MethodsFor


@dataclass(frozen=True)
class Flavour:
    """How libraries of a kind want their types.

    ``package``: the name of the library in the file; ``inside``: it is in a package of its own name in the module.
    ``ignore``: what tells a generator of methods to leave a type alone.
    """

    title: str
    tag: str
    package: str
    methods: MethodsFor
    base64: bool = False
    inside: bool = False
    ignore: str = ""

    def path(self, library: str) -> str:
        return f"{library}/{library.rpartition('/')[2]}" if self.inside else library


FLAVOURS = {
    "go-json-structs": Flavour(
        "Go structs with json tags, and MarshalJSON for unions", "json", "json", OfBytes.json, base64=True
    ),
    "go-cbor-structs": Flavour("Go structs with cbor tags, and MarshalCBOR for unions", "cbor", "cbor", OfBytes.cbor),
    "go-msgpack-structs": Flavour(
        "Go structs with msgpack tags, and EncodeMsgpack for unions", "msgpack", "msgpack", OfStream
    ),
    "go-msgpack-methods": Flavour(
        "Go structs with msg tags, and MarshalMsg for unions; the contestant's go:generate makes it for the others",
        "msg",
        "msgpack",
        OfAppending,
        inside=True,
        ignore="//msgp:ignore",
    ),
}


def generate(schema: Schema, flavour: Flavour, library: str) -> str:
    """The text of a Go package for the schema, as gofmt would have it. ``library``: the path of the module."""
    return TaggedStructs(schema, flavour, flavour.path(library)).package()


class TaggedStructs(Structs):
    """``flavour``: None for structs that no library sees, with neither tags nor methods."""

    def __init__(self, root: Schema, flavour: Flavour | None, path: str = "") -> None:
        super().__init__(root)
        self.flavour = flavour
        self.path = path
        # Unions that are written alike are one type, called after the first place where it stands.
        self.unions: dict[Union, str] = {}
        self.name_unions(root)
        self.branches = {union: list(self.branches_of(union)) for union in self.unions}

    def name_unions(self, root: Schema) -> None:
        seen: set[int] = set()

        def visit(part: Schema, place: str) -> None:
            match part:
                case Array(items=inner):
                    visit(inner, f"{place}Item")
                case Map(values=inner):
                    visit(inner, f"{place}Entry")
                case Union(branches=branches):
                    if optional(part) is None and part not in self.unions:
                        self.unions[part] = self.claims.claim(place)
                    for branch in branches:
                        visit(branch, place)
                case Record(fields=fields) if id(part) not in seen:
                    seen.add(id(part))
                    for field in fields:
                        visit(field.schema, f"{self.names[id(part)]}{exported(field.name)}")
                case _:
                    pass

        visit(root, "RootUnion" if isinstance(root, Union) else "Root")

    def branches_of(self, union: Union) -> Iterator[Branch]:
        """The branches but null; arrays and maps get a name where libraries look for methods."""
        fields: set[str] = set()
        for branch in union.branches:
            match branch:
                case Primitive(type="null"):
                    continue
                case Array() | Map():
                    field = type(branch).__name__
                    type_ = self.claims.claim(f"{self.unions[union]}{field}") if self.flavour else self.type_of(branch)
                case Primitive(type=word):
                    field, type_ = exported(word), self.type_of(branch)
                case _:
                    field = type_ = self.type_of(branch)
            while field in fields:
                field += "Value"
            fields.add(field)
            yield Branch(field, type_, branch)

    def tag(self, field: Field) -> str:
        return f'{self.flavour.tag}:"{field.name}"' if self.flavour else ""

    def union(self, union: Union) -> str:
        return self.unions[union]

    def imports(self) -> list[str]:
        if self.flavour is None:
            return []
        has_fixed = self.flavour.base64 and any(isinstance(n, Fixed) for n in self.named)
        standard = ['"encoding/base64"'] if has_fixed else []
        others = ['"assay/kit/wire"'] if has_fixed or self.unions else []
        # The methods of a union of null alone do without the library.
        if any(f"{self.flavour.package}." in line for line in self.after_root()):
            library = f'{self.flavour.package} "{self.path}"'
            (others if "." in self.path else standard).append(library)
        lines = [*standard, *([""] if standard and others else []), *others]
        return ["", "import (", *(f"\t{line}".rstrip() for line in lines), ")"] if lines else []

    def before_root(self) -> list[str]:
        names = ["Root", *self.unions.values()]
        return [f"{self.flavour.ignore} {' '.join(names)}", ""] if self.flavour and self.flavour.ignore else []

    def after_root(self) -> list[str]:
        lines = []
        for union, name in self.unions.items():
            branches = self.branches[union]
            lines += ["", f"// {name} has a pointer for each branch but null, of which at most one is set."]
            lines += struct(name, [(b.field, f"*{b.type}", "") for b in branches])
            for branch in branches:
                if self.flavour and isinstance(branch.schema, Array | Map):
                    lines += ["", f"type {branch.type} {self.type_of(branch.schema)}"]
            if self.flavour is not None:
                lines += self.flavour.methods(name, union, branches).lines()
        return lines

    def declaration(self, named: Enum | Fixed | Record) -> Iterator[str]:
        yield from super().declaration(named)
        if self.flavour and self.flavour.base64 and isinstance(named, Fixed):
            yield from base64_methods(self.names[id(named)])


def base64_methods(name: str) -> list[str]:
    return [
        "",
        "// MarshalText is for base64, which JSON libraries give to slices of bytes only.",
        f"func (f {name}) MarshalText() ([]byte, error) {{",
        "\treturn base64.StdEncoding.AppendEncode(nil, f[:]), nil",
        "}",
        "",
        f"func (f *{name}) UnmarshalText(text []byte) error {{",
        "\treturn wire.FixedFromBase64(f[:], text)",
        "}",
    ]
