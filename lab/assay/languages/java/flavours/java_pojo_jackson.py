"""What Jackson reads in its users' classes: names that are not identifiers of Java, and how to read a value of several
types.

Jackson writes an Object by what it holds, but cannot know what to read for one. So each such union gets a class of
its own, made of the kit's ``UnionReader``, which is given the branches; and where bytes could not be known from text,
the kit's ``UnionWriter`` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.base.errors import AssayError
from assay.data.schema import Array, Enum, Field, Fixed, Map, Primitive, Record, Schema, Union, kind, walk
from assay.languages.java import pojos
from assay.languages.java.making import FRAMES, Making
from assay.languages.java.pojos import Style, Types, is_mixed
from assay.languages.shared.frames import fill


def make(making: Making) -> None:
    making.write(pojos.PACKAGE, pojos.generate(making.record, Jackson(making.record)))


class Jackson(Style):
    imports = (
        "assay.kit.jackson.Branch",
        "assay.kit.jackson.UnionReader",
        "assay.kit.jackson.UnionWriter",
        "com.fasterxml.jackson.annotation.JsonProperty",
        "com.fasterxml.jackson.core.type.TypeReference",
        "com.fasterxml.jackson.databind.annotation.JsonDeserialize",
        "com.fasterxml.jackson.databind.annotation.JsonSerialize",
    )

    def __init__(self, root: Schema) -> None:
        unions = [part for part in walk(root) if isinstance(part, Union) and is_mixed(part)]
        self.unions = list({id(union): union for union in unions}.values())

    def field(self, field: Field, own: str) -> Iterator[str]:
        if own != field.name:
            yield f'@JsonProperty("{field.name}")'
        found = _find(field.schema)
        if found is None:
            return
        depth, union = found
        using = "contentUsing" if depth else "using"
        yield f"@JsonDeserialize({using} = {self.name(union)}.class)"
        if _holds_text_and_bytes(union):
            yield f"@JsonSerialize({using} = UnionWriter.class)"

    def constant(self, symbol: str, own: str) -> str:
        return f'@JsonProperty("{symbol}")' if own != symbol else ""

    def name(self, union: Union) -> str:
        """A name that no type of the schema gets: theirs have no ``_``."""
        return f"Union_{next(i for i, other in enumerate(self.unions, 1) if other is union)}"

    def further(self, types: Types) -> dict[str, str]:
        return {self.name(union): self.reader(types, union) for union in self.unions}

    def reader(self, types: Types, union: Union) -> str:
        branches = ",\n                ".join(self.branch(types, branch) for branch in union.branches)
        return fill(FRAMES / "UnionReader.java.template", name=self.name(union), branches=branches)

    def branch(self, types: Types, branch: Schema) -> str:
        if _find(branch) is not None:
            raise AssayError("a union of several types within such a union: Jackson's annotations do not reach it")
        match branch:
            case Fixed(size=size):
                return f"Branch.fixed({size})"
            case Enum():
                return f"Branch.enumeration({types.of(branch).name}.class)"
            case Record():
                names = "".join(f', "{field.name}"' for field in branch.fields)
                return f"Branch.record({types.of(branch).name}.class{names})"
            case Array() | Map():
                return f'Branch.of("{kind(branch)}", new TypeReference<{types.boxed(branch)}>() {{}})'
            case Primitive(type=name):
                return f'Branch.of("{name}")'
            case Union():
                raise TypeError("a union cannot be a branch of a union")


def _find(schema: Schema) -> tuple[int, Union] | None:
    """The union of several types in a field's type, and how many collections deep it is in there."""
    match schema:
        case Union() if is_mixed(schema):
            return 0, schema
        case Union(branches=branches):
            return next((found for found in map(_find, branches) if found is not None), None)
        case Array(items=inner) | Map(values=inner):
            found = _find(inner)
            if found is None:
                return None
            if found[0] > 0:
                raise AssayError("a union of several types two collections deep: Jackson's annotations reach one")
            return 1, found[1]
        case _:
            return None


def _holds_text_and_bytes(union: Union) -> bool:
    kinds = {kind(branch) for branch in union.branches}
    return {"string", "bytes"} <= kinds
