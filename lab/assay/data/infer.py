"""An Avro schema for JSON documents that come without one: what their values have in common.

- Whole numbers are long; where others stand among them, double.
- A field that some documents lack may be null, and where it lacks it becomes null.
- An object is a record; where its keys are data themselves (many, each in few objects) or no Avro names, it is a map.
- A document is always a record, so that it has a key and fields. Its fields may have names that Avro has not; then only
  stores can take the documents.
- Values of several kinds in one place are a union.
- What nothing is known of (the items of arrays that are all empty) is string.
"""

from __future__ import annotations

import json
from typing import Any

from assay.data.canonical import Misfit, found
from assay.data.schema import JSON_NAME, NAME

MANY = 64  # keys beyond which an object of which each holds less than half is a map
LONG = range(-(2**63), 2**63)


class Documents:
    """JSON objects, and the schema of all that were added."""

    def __init__(self) -> None:
        self._shape = _Shape()

    def add(self, document: Any) -> None:
        """Misfit, with its place, for what no schema can say."""
        if not isinstance(document, dict):
            raise Misfit(f"a document is an object, not {found(document)}")
        self._shape.take(document)

    def schema_text(self) -> str:
        """Misfit where the documents have no fields in common."""
        if not self._shape.objects:
            raise Misfit("there is no document")
        named = self._shape.fields and all(JSON_NAME.fullmatch(key) for key in self._shape.fields)
        if not named or self._shape.is_sparse():
            raise Misfit("the keys of the documents are not names of fields")
        return json.dumps(self._shape.record("Document", set()), ensure_ascii=False, indent=1)


class _Shape:
    """What is known of the values in one place."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.items: _Shape | None = None
        self.fields: dict[str, _Shape] = {}
        self.objects = 0
        self.entries = 0
        self.seen = 0

    def take(self, value: Any) -> None:
        match value:
            case None:
                self.kinds.add("null")
            case bool():
                self.kinds.add("boolean")
            case int():
                if value not in LONG:
                    raise Misfit(f"{value} has more than 64 bits; as a string it would keep its digits")
                self.kinds.add("long")
            case float():
                self.kinds.add("double")
            case str():
                self.kinds.add("string")
            case list():
                self._take_array(value)
            case dict():
                self._take_object(value)

    def _take_array(self, items: list[Any]) -> None:
        self.kinds.add("array")
        self.items = self.items or _Shape()
        for number, item in enumerate(items):
            _inside(self.items, item, f"[{number}]")

    def _take_object(self, entries: dict[str, Any]) -> None:
        self.kinds.add("object")
        self.objects += 1
        self.entries += len(entries)
        for name, entry in entries.items():
            shape = self.fields.setdefault(name, _Shape())
            _inside(shape, entry, f".{name}")

    def schema(self, name: str, taken: set[str]) -> Any:
        """The schema of this place. ``name``: of its record, made unlike those in ``taken``."""
        kinds = self.kinds - ({"long"} if "double" in self.kinds else set())
        order = ["null", "boolean", "long", "double", "string", "array", "object"]
        branches = [self._branch(kind, name, taken) for kind in order if kind in kinds] or ["string"]
        return branches[0] if len(branches) == 1 else branches

    def _branch(self, kind: str, name: str, taken: set[str]) -> Any:
        if kind == "array":
            assert self.items is not None
            return {"type": "array", "items": self.items.schema(f"{name}Item", taken)}
        if kind == "object":
            named = self.fields and all(NAME.fullmatch(key) for key in self.fields)
            return self.record(name, taken) if named and not self.is_sparse() else self._map(name, taken)
        return kind

    def is_sparse(self) -> bool:
        """Whether the keys of objects look like data: many, and each in few objects."""
        return len(self.fields) > MANY and self.entries < self.objects * len(self.fields) / 2

    def _map(self, name: str, taken: set[str]) -> Any:
        values = _Shape()
        for shape in self.fields.values():
            values.merge(shape)
        return {"type": "map", "values": values.schema(f"{name}Value", taken)}

    def record(self, name: str, taken: set[str]) -> Any:
        """A record of all fields that objects here have. ``name``: made unlike those in ``taken``."""
        name = "".join(c if NAME.fullmatch(f"_{c}") else "_" for c in name)
        while name in taken:
            name += "_"
        taken.add(name)
        fields = []
        for key, shape in self.fields.items():
            if shape.seen < self.objects:
                shape.kinds.add("null")
            fields.append({"name": key, "type": shape.schema(name + key[:1].upper() + key[1:], taken)})
        return {"type": "record", "name": name, "fields": fields}

    def merge(self, other: _Shape) -> None:
        """Take over what is known of another place."""
        self.kinds |= other.kinds
        self.objects += other.objects
        self.entries += other.entries
        if other.items:
            self.items = self.items or _Shape()
            self.items.merge(other.items)
        for name, shape in other.fields.items():
            mine = self.fields.setdefault(name, _Shape())
            mine.merge(shape)
            mine.seen += shape.seen


def _inside(shape: _Shape, value: Any, step: str) -> None:
    shape.seen += 1
    try:
        shape.take(value)
    except Misfit as misfit:
        raise misfit.inside(step) from None
