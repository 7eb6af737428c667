"""Go types for a schema with the tags of a library for a format that describes itself.

What they have beside the shape that `structs` gives:

- the tags are the library's, with the schema's names;
- a union of more than null and one other type is a struct with a pointer for each branch but null, and with the
  methods by which the library writes and reads its value (`unions`);
- a fixed has methods for base64 where the format is JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assay.data.schema import Array, Enum, Field, Fixed, Map, Primitive, Record, Schema, Union
from assay.languages.go.making import FRAMES
from assay.languages.go.names import exported
from assay.languages.go.structs import Structs, struct
from assay.languages.go.unions import Branch, MethodsFor
from assay.languages.shared.frames import fill


@dataclass(frozen=True)
class Style:
    """How a library wants its types.

    ``tag``: the word of its tags; ``package``: its name in the file; ``methods``: those of unions; ``base64``: a fixed
    needs methods for it; ``inside``: the library is in a package of its own name in the module; ``ignore``: what makes
    a generator of methods to leave a type alone; ``raw``: name and path of the package that has the type of a value
    not read yet, where that is not the library; ``points_at_maps``: a map that may be null is a pointer, and not a
    union like others.
    """

    tag: str
    package: str
    methods: MethodsFor
    base64: bool = False
    inside: bool = False
    ignore: str = ""
    raw: tuple[str, str] | None = None
    points_at_maps: bool = True

    def path(self, library: str) -> str:
        return f"{library}/{library.rpartition('/')[2]}" if self.inside else library


def generate(schema: Schema, style: Style, library: str) -> str:
    """The text of a Go package for the schema, as gofmt would have it. ``library``: the path of the module."""
    return TaggedStructs(schema, style, style.path(library)).package()


class TaggedStructs(Structs):
    """``style``: None for structs that no library sees, with neither tags nor methods."""

    def __init__(self, root: Schema, style: Style | None, path: str = "") -> None:
        super().__init__(root)
        self.style = style
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
                    if self.pointed_at(part) is None and part not in self.unions:
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
                    type_ = self.claims.claim(f"{self.unions[union]}{field}") if self.style else self.type_of(branch)
                case Primitive(type=word):
                    field, type_ = exported(word), self.type_of(branch)
                case _:
                    field = type_ = self.type_of(branch)
            while field in fields:
                field += "Value"
            fields.add(field)
            yield Branch(field, type_, branch)

    def tag(self, field: Field) -> str:
        return f'{self.style.tag}:"{field.name}"' if self.style else ""

    def union(self, union: Union) -> str:
        return self.unions[union]

    def pointed_at(self, union: Union) -> Schema | None:
        other = super().pointed_at(union)
        return None if isinstance(other, Map) and self.style and not self.style.points_at_maps else other

    def imports(self) -> list[str]:
        if self.style is None:
            return []
        has_fixed = self.style.base64 and any(isinstance(n, Fixed) for n in self.named)
        standard = ['"encoding/base64"'] if has_fixed else []
        others = ['"assay/kit/wire"'] if has_fixed or self.unions else []
        # The methods of a union of null alone do without the library.
        packages = [(self.style.package, self.path), *([self.style.raw] if self.style.raw else [])]
        used = "\n".join(self.after_root())
        for name, path in packages:
            if re.search(rf"\b{name}\.", used):
                (others if "." in path else standard).append(f'{name} "{path}"')
        lines = [*standard, *([""] if standard and others else []), *others]
        return ["", "import (", *(f"\t{line}".rstrip() for line in lines), ")"] if lines else []

    def before_root(self) -> list[str]:
        names = ["Root", *self.unions.values()]
        return [f"{self.style.ignore} {' '.join(names)}", ""] if self.style and self.style.ignore else []

    def after_root(self) -> list[str]:
        lines = []
        for union, name in self.unions.items():
            branches = self.branches[union]
            lines += ["", f"// {name} has a pointer for each branch but null, of which at most one is set."]
            lines += struct(name, [(b.field, f"*{b.type}", "") for b in branches])
            for branch in branches:
                if self.style and isinstance(branch.schema, Array | Map):
                    lines += ["", f"type {branch.type} {self.type_of(branch.schema)}"]
            if self.style is not None:
                lines += self.style.methods(name, union, branches).lines()
        return lines

    def declaration(self, named: Enum | Fixed | Record) -> Iterator[str]:
        yield from super().declaration(named)
        if self.style and self.style.base64 and isinstance(named, Fixed):
            yield from base64_methods(self.names[id(named)])


def base64_methods(name: str) -> list[str]:
    return ["", *fill(FRAMES / "base64.go.template", name=name).splitlines()]
