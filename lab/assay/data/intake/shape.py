"""What the values in one place of many documents have in common: how many are of which kind, and what is in them."""

from __future__ import annotations

import re
from typing import Any

from assay.data.canonical import Misfit, found
from assay_plain.types import SAFE

LONG = range(-(2**63), 2**63)
FEW = 32  # distinct strings that are remembered
SHOWN = 40  # digits of a number in a message
DEEP = 100  # levels of nesting; more than some contestants can read

# Text that another type could say shorter, by what it is called.
FORMS = {
    "dates as text": re.compile(r"\d{4}-\d\d-\d\d"),
    "times as text": re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?"),
    "UUIDs as text": re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
    "numbers as text": re.compile(r"-?\d+(\.\d+)?"),
}


class Shape:
    """The values of one place. ``seen``: how many; the other numbers: how many of each kind.

    ``values``: of the entries of objects, where these are a map. ``same_as``: another place whose record these objects
    are, too.
    """

    __slots__ = (
        *("seen", "nulls", "booleans", "longs", "doubles", "strings", "arrays", "objects", "entries"),
        *("beyond", "wholes", "items", "fields", "values", "same_as", "distinct", "form", "example"),
    )

    def __init__(self) -> None:
        self.seen = self.nulls = self.booleans = self.longs = self.doubles = self.strings = 0
        self.arrays = self.objects = self.entries = 0
        self.beyond = 0  # whole numbers of more than 53 bits
        self.wholes = 0  # doubles without a fraction
        self.items: Shape | None = None
        self.fields: dict[str, Shape] = {}
        self.values: Shape | None = None
        self.same_as: Shape | None = None
        self.distinct: set[str] | None = set()  # None: more than FEW
        self.form: str | None = None  # which of FORMS all strings have; "": none
        self.example = ""

    @property
    def kinds(self) -> dict[str, int]:
        """How many values are of each kind that there is."""
        counts = {
            "null": self.nulls,
            "boolean": self.booleans,
            "long": self.longs,
            "double": self.doubles,
            "string": self.strings,
            "array": self.arrays,
            "object": self.objects,
        }
        return {kind: count for kind, count in counts.items() if count}

    def take(self, value: Any, depth: int = 0) -> None:
        """Misfit, with its place, for what no schema can say."""
        self.seen += 1
        kind = type(value)
        if kind is str:
            self._take_text(value)
        elif value is None:
            self.nulls += 1
        elif kind is bool:
            self.booleans += 1
        elif kind is int:
            if value not in LONG:
                digits = str(value)
                shown = digits if len(digits) <= SHOWN else f"{digits[:SHOWN]}…"
                raise Misfit(f"{shown} has more than 64 bits; as a string it would keep its digits")
            self.longs += 1
            self.beyond += not -SAFE <= value <= SAFE
        elif kind is float:
            self.doubles += 1
            self.wholes += value.is_integer()
        elif depth > DEEP:
            raise Misfit(f"nested more than {DEEP} deep")
        elif kind is list:
            self._take_array(value, depth + 1)
        elif kind is dict:
            self._take_object(value, depth + 1)
        else:
            raise Misfit(f"{found(value)} is not a JSON value")

    def _take_text(self, value: str) -> None:
        if not self.strings:
            self.form = next((form for form, pattern in FORMS.items() if pattern.fullmatch(value)), "")
            self.example = value[:40]
        elif self.form and not FORMS[self.form].fullmatch(value):
            self.form = ""
        self.strings += 1
        if self.distinct is not None:
            self.distinct.add(value)
            if len(self.distinct) > FEW:
                self.distinct = None

    def _take_array(self, items: list[Any], depth: int) -> None:
        self.arrays += 1
        shape = self.items = self.items or Shape()
        for number, item in enumerate(items):
            try:
                shape.take(item, depth)
            except Misfit as misfit:
                raise misfit.inside(f"[{number}]") from None

    def _take_object(self, entries: dict[str, Any], depth: int) -> None:
        self.objects += 1
        self.entries += len(entries)
        fields = self.fields
        for name, entry in entries.items():
            shape = fields.get(name)
            if shape is None:
                shape = fields[name] = Shape()
            try:
                shape.take(entry, depth)
            except Misfit as misfit:
                raise misfit.inside(f".{name}") from None

    def merge(self, other: Shape) -> None:
        """Take over what is known of another place, which stays as it is."""
        if not self.strings:
            self.form, self.example = other.form, other.example
        elif other.strings and other.form != self.form:
            self.form = ""
        for name in ("seen", "nulls", "booleans", "longs", "doubles", "strings", "arrays", "beyond", "wholes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        if self.distinct is not None:
            self.distinct = None if other.distinct is None else self.distinct | other.distinct
            if self.distinct is not None and len(self.distinct) > FEW:
                self.distinct = None
        if other.items:
            self.items = self.items or Shape()
            self.items.merge(other.items)
        self.merge_objects(other)

    def merge_objects(self, other: Shape) -> None:
        """Take over what is known of the objects in another place."""
        self.objects += other.objects
        self.entries += other.entries
        self.same_as = self.same_as or other.same_as
        if other.values:
            self.values = self.values or Shape()
            self.values.merge(other.values)
        for name, shape in other.fields.items():
            self.fields.setdefault(name, Shape()).merge(shape)

    def of_all_fields(self) -> Shape:
        """The values of all fields, as if they stood in one place."""
        made = Shape()
        for shape in self.fields.values():
            made.merge(shape)
        return made

    def become_map(self) -> None:
        """From now on the objects are a map."""
        self.values = self.values or Shape()
        self.values.merge(self.of_all_fields())
        self.fields = {}
