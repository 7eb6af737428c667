"""From documents as people and other tools write them to plain values of a schema."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, ClassVar

from assay.base.errors import closest
from assay.data import canonical
from assay.data.intake.names import within
from assay.data.schema import (
    NO_DEFAULT,
    NULL,
    Array,
    Enum,
    Fixed,
    Map,
    Primitive,
    Record,
    Schema,
    Union,
    full_name,
    kind,
)


class Values:
    """Of JSON.

    - A whole number is taken for float and double; "NaN", "Infinity", "-Infinity" too.
    - bytes and fixed are strings whose characters are the bytes (Avro's own JSON encoding).
    - A union's value stands by itself, or as {"branch": value} (Avro's own JSON encoding).
    - A field that is not there gets its default, else null where it may be null.
    """

    # What the other branches of a union are tried for first: 1 is a long before it is a double, and "NaN" is text.
    reals_last: ClassVar[type | UnionType] = int | str

    def __init__(self, renamed: Mapping[str, Mapping[str, str]] | None = None) -> None:
        """``renamed``: for each record by its name, what its fields are called in the documents, and in the schema."""
        self._renamed = renamed or {}
        self._tried: dict[tuple[int, int], tuple[Any, Any, canonical.Misfit | None]] = {}

    def record_of(self, schema: Schema, document: Any) -> Any:
        """The plain value of a whole document; Misfit, with its place, where the schema does not allow it."""
        self._tried.clear()
        return self.plain(schema, document)

    def plain(self, schema: Schema, value: Any) -> Any:
        match schema:
            case Primitive(type="float" | "double" as name):
                return self.real(name, value)
            case Primitive(type="bytes") | Fixed():
                return self.bytes(schema, value)
            case Array(items=items):
                return self.array(items, value)
            case Map(values=values):
                return self.map(values, value)
            case Record():
                return self.record(schema, value)
            case Union():
                return self.union(schema, value)
            case Primitive() | Enum():
                canonical.writer(schema)(value)
                return value

    def real(self, name: str, value: Any) -> float:
        if isinstance(value, str) and value in ("NaN", "Infinity", "-Infinity"):
            return float(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise canonical.Misfit(f"expected {name}, found {canonical.found(value)}")
        try:
            result = float(value)
            return float(struct.unpack(">f", struct.pack(">f", result))[0]) if name == "float" else result
        except OverflowError:
            raise canonical.Misfit(f"{canonical.found(value)} is outside the range of {name}") from None

    def bytes(self, schema: Schema, value: Any) -> bytes:
        if not isinstance(value, str):
            raise canonical.Misfit(f"expected bytes (a string of them), found {canonical.found(value)}")
        try:
            result = value.encode("latin-1")
        except UnicodeEncodeError:
            raise canonical.Misfit("a character above U+00FF is not a byte") from None
        canonical.writer(schema)(result)
        return result

    def array(self, items: Schema, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise canonical.Misfit(f"expected an array, found {canonical.found(value)}")
        return [self.inside(f"[{i}]", items, item) for i, item in enumerate(value)]

    def map(self, values: Schema, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise canonical.Misfit(f"expected a map (JSON object), found {canonical.found(value)}")
        return {key: self.inside(f"{{{key}}}", values, entry) for key, entry in value.items()}

    def record(self, schema: Record, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise canonical.Misfit(f"expected a record (JSON object), found {canonical.found(value)}")
        if names := self._renamed.get(schema.name):
            value = {names.get(key, key): entry for key, entry in value.items()}
        known = {field.name for field in schema.fields}
        value = {key if (name := within(key, known)) in value else name: entry for key, entry in value.items()}
        for key in value:
            if key not in known:
                raise canonical.Misfit(f"the schema has no such field: {closest(key, known)}").inside(f".{key}")
        result = {}
        for field in schema.fields:
            if field.name in value:
                given = value[field.name]
            elif field.default is not NO_DEFAULT:
                given = field.default
            elif NULL in (field.schema.branches if isinstance(field.schema, Union) else [field.schema]):
                given = None
            else:
                raise canonical.Misfit("the field is missing, and the schema gives no default").inside(f".{field.name}")
            result[field.name] = self.inside(f".{field.name}", field.schema, given)
        return result

    def union(self, union: Union, value: Any) -> Any:
        if not isinstance(value, dict | list):
            return self.branch(union, value)
        # Branches that are alike hold the same values, and each would try all that is below once more.
        key = id(union), id(value)
        if key not in self._tried:
            plain = misfit = None
            try:
                plain = self.branch(union, value)
            except canonical.Misfit as error:
                misfit = error
            self._tried[key] = value, plain, misfit  # with the value, so that no other gets its number
        _, plain, misfit = self._tried[key]
        if misfit is not None:
            raise _again(misfit)
        return plain

    def branch(self, union: Union, value: Any) -> Any:
        """The first branch that takes the value as it stands; else the one that {"branch": value} names."""
        misfits = []
        branches: Sequence[Schema] = union.branches
        if "real" in union.by_kind:
            whole = isinstance(value, self.reals_last)
            branches = sorted(branches, key=lambda b: (whole and kind(b) == "real", b == Primitive("float")))
        for branch in branches:
            if branch == NULL and value is not None:
                continue
            try:
                return self.plain(branch, value)
            except canonical.Misfit as misfit:
                misfits.append(misfit)
        if isinstance(value, dict) and len(value) == 1:
            ((name, inner),) = value.items()
            for branch in union.branches:
                if name in _names(branch):
                    return self.inside(f"{{{name}}}", branch, inner)
        if deepest := _deepest(misfits):
            raise deepest
        allowed = ", ".join(_names(branch)[0] for branch in union.branches)
        raise canonical.Misfit(f"no branch of the union ({allowed}) takes {canonical.found(value)}")

    def inside(self, step: str, schema: Schema, value: Any) -> Any:
        try:
            return self.plain(schema, value)
        except canonical.Misfit as misfit:
            raise misfit.inside(step) from None


def _again(misfit: canonical.Misfit) -> canonical.Misfit:
    """The same once more: on its way up it gets the path of each place that it is told of."""
    again = canonical.Misfit(misfit.message)
    again.path = list(misfit.path)
    return again


def _deepest(misfits: Sequence[canonical.Misfit]) -> canonical.Misfit | None:
    """What is wrong by the branch that got furthest; None where several did, and something else is wrong by each."""
    most = max((len(misfit.path) for misfit in misfits), default=0)
    deepest = {str(misfit): misfit for misfit in misfits if len(misfit.path) == most}
    return next(iter(deepest.values())) if len(deepest) == 1 else None


def _names(branch: Schema) -> tuple[str, ...]:
    if isinstance(branch, Record | Enum | Fixed):
        return branch.name, full_name(branch)
    return (branch.type,) if isinstance(branch, Primitive) else (kind(branch),)


class Texts(Values):
    """Of CSV: numbers and booleans are text; empty text is null, and where it may not be, it is text."""

    reals_last = int

    def plain(self, schema: Schema, value: Any) -> Any:
        if value == "" and not _may_be_empty(schema):
            value = None
        if isinstance(value, str):
            match schema:
                case Primitive(type="int" | "long") if WHOLE.fullmatch(value):
                    value = int(value)
                case Primitive(type="float" | "double") if REAL.fullmatch(value) and math.isfinite(float(value)):
                    value = float(value)
                case Primitive(type="boolean") if value.lower() in BOOLEANS:
                    value = BOOLEANS[value.lower()]
                case Array() | Map() | Record():
                    raise canonical.Misfit("a field of CSV is text, and the schema has more there")
        return super().plain(schema, value)


BOOLEANS = {"true": True, "false": False}
WHOLE = re.compile(r"[+-]?\d{1,30}")
REAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def _may_be_empty(schema: Schema) -> bool:
    """Whether empty text stands for itself."""
    branches = schema.branches if isinstance(schema, Union) else (schema,)
    return NULL not in branches and any(branch in (Primitive("string"), Primitive("bytes")) for branch in branches)
