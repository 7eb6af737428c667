"""The methods by which Go's libraries write and read the type of a union, whose value stands alone in the format.

A union's type has a pointer for each branch but null. Reading looks at the value's kind, which the kit's package
``wire`` gives, and takes the first branch of that kind that the value fits (docs/formats.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from assay.data.schema import NULL, Enum, Fixed, Map, Primitive, Record, Schema, Union, kind

Lines = list[str]


@dataclass(frozen=True)
class Branch:
    """``field``: the pointer's name in the union's struct; ``type``: what it points to."""

    field: str
    type: str
    schema: Schema

    @property
    def primitive(self) -> str:
        """The Avro name of the branch's type, or "" where that has a name of its own in Go."""
        return self.schema.type if isinstance(self.schema, Primitive) else ""


def indented(lines: Lines) -> Lines:
    return [f"\t{line}" for line in lines]


def block(head: str, lines: Lines) -> Lines:
    return [head, *indented(lines), "}"]


class Methods(ABC):
    """What is the same for all libraries.

    ``done`` and ``failed``: how a reading method returns; ``read_null``: what it does with a null, and returns.
    """

    done: ClassVar[str] = "return nil"
    failed: ClassVar[str] = "return err"
    read_null: ClassVar[str] = "return nil"
    no_branch: ClassVar[str] = "return wire.ErrNoBranch"
    raw: str

    def __init__(self, name: str, union: Union, branches: list[Branch]) -> None:
        self.name = name
        self.has_null = NULL in union.branches
        self.branches = branches
        self.kinds = {kind(branch.schema) for branch in branches}

    @abstractmethod
    def lines(self) -> Lines:
        """Both methods, each after an empty line."""

    @abstractmethod
    def scan(self, variable: str, type_: str) -> Lines:
        """Declares a variable and reads the value into it."""

    @abstractmethod
    def into(self, branch: Branch) -> Lines:
        """Reads the value into the branch, and returns."""

    def into_object(self, branch: Branch) -> Lines:
        """The same after `scan_object`."""
        return self.into(branch)

    def scan_object(self) -> Lines:
        """Declares ``object``, the value's entries by their keys, not read themselves."""
        return self.scan("object", f"map[string]{self.raw}")

    def of_kind(self, *kinds: str) -> list[Branch]:
        return [branch for branch in self.branches if kind(branch.schema) in kinds]

    def written(self, of_branch: Callable[[Branch], Lines], null: Lines, empty: str) -> Lines:
        """The body of the method that writes."""
        cases = []
        for branch in self.branches:
            cases += [f"case u.{branch.field} != nil:", *indented(of_branch(branch))]
        switch = ["switch {", *cases, "}"] if cases else []
        return [*switch, *(null if self.has_null else [empty])]

    def read(self, the_kind: str) -> Lines:
        """The body of the method that reads."""
        cases: Lines = ["case wire.Null:", f"\t{self.read_null}"] if self.has_null else []
        integers, reals = self.of_kind("integer"), self.of_kind("real")
        for label, found, body in (
            ("Boolean", self.of_kind("boolean"), self.only),
            ("Integer", integers, self.integer),
            # Some writers leave out the fraction of a real that has none.
            ("Real" if integers else "Integer, wire.Real", reals, self.real),
            ("String", self.texts(), self.string),
            ("Bytes", self.contents(), self.bytes),
            ("Array", self.of_kind("array"), self.only),
            ("Object", self.objects(), self.object),
        ):
            if found:
                cases += [f"case wire.{label}:", *indented(body(found))]
        return [f"switch {the_kind} {{", *cases, "}", self.no_branch]

    def texts(self) -> list[Branch]:
        return self.of_kind("string")

    def contents(self) -> list[Branch]:
        return self.of_kind("bytes")

    def objects(self) -> list[Branch]:
        return sorted(self.of_kind("record", "map"), key=lambda b: isinstance(b.schema, Map))

    def only(self, found: list[Branch]) -> Lines:
        return self.into(found[0])

    def integer(self, found: list[Branch]) -> Lines:
        if len(found) == 1 or found[0].primitive == "long":
            return self.into(found[0])
        return [
            *self.scan("value", "int64"),
            *block("if small := int32(value); int64(small) == value {", self.take(found[0].field, "small")),
            *self.take(found[1].field, "value"),
        ]

    def real(self, found: list[Branch]) -> Lines:
        """Of two widths the double, which holds both. Reals in unions may always come in 64 bits."""
        for branch in found:
            if branch.primitive == "double":
                return self.into(branch)
        return [*self.scan("value", "float64"), "single := float32(value)", *self.take(found[0].field, "single")]

    def string(self, found: list[Branch]) -> Lines:
        if len(found) == 1:
            return self.into(found[0])
        lines = self.scan("text", "string")
        for branch in found:
            if not isinstance(branch.schema, Enum):
                return [*lines, *self.take(branch.field, "text")]
            symbols = ", ".join(f'"{symbol}"' for symbol in branch.schema.symbols)
            body = [f"symbol := {branch.type}(text)", *self.take(branch.field, "symbol")]
            lines += ["switch text {", f"case {symbols}:", *indented(body), "}"]
        return lines

    def bytes(self, found: list[Branch]) -> Lines:
        if len(found) == 1:
            return self.into(found[0])
        return [*self.scan("content", "[]byte"), *self.by_size(found)]

    def by_size(self, found: list[Branch]) -> Lines:
        """Finds the branch of ``content``."""
        lines: Lines = []
        for branch in found:
            if not isinstance(branch.schema, Fixed):
                return [*lines, *self.take(branch.field, "content")]
            body = [f"fixed := {branch.type}(content)", *self.take(branch.field, "fixed")]
            lines += block(f"if len(content) == {branch.schema.size} {{", body)
        return lines

    def object(self, found: list[Branch]) -> Lines:
        return self.into(found[0]) if len(found) == 1 else [*self.scan_object(), *self.by_keys(found)]

    def by_keys(self, found: list[Branch]) -> Lines:
        """Finds the branch of ``object``."""
        lines: Lines = []
        for branch in found:
            if not isinstance(branch.schema, Record):
                return [*lines, *self.into_object(branch)]
            fields = ", ".join(["object", *(f'"{field.name}"' for field in branch.schema.fields)])
            lines += block(f"if wire.HasOnly({fields}) {{", self.into_object(branch))
        return lines

    def take(self, field: str, variable: str) -> Lines:
        return [f"u.{field} = &{variable}", self.done]


MethodsFor = Callable[[str, Union, list[Branch]], Methods]
