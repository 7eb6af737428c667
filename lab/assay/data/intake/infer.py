"""An Avro schema for documents that come without one: what their values have in common.

- Whole numbers are long; where others stand among them, double.
- A field that some documents lack may be null, and where it lacks it becomes null.
- An object is a record; where its keys are data themselves, it is a map (`settle`).
- A document is always a record, so that it has a key and fields.
- Records that hold others of the same type are one type that holds itself.
- Fields whose names Avro does not allow get others. Stores take any names; for them they may keep theirs.
- Values of several kinds in one place are a union. Where all values are text (CSV), they are strings.
- What nothing is known of (the items of arrays that are all empty) is string.

What is not certain of all this is a doubt.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from assay.data.canonical import Misfit, found
from assay.data.intake.names import TypeNames, allowed
from assay.data.intake.settle import settle
from assay.data.intake.shape import FEW, LONG, Shape
from assay.data.recordset import Doubt

FIELDS = 2000  # of all records together; more is not a schema, and compilers would not take its code
STEPS = 12  # of a place in a message
OFTEN = 10  # times that each of a few distinct strings occurs in the mean

WHOLE = re.compile(r"0|-?[1-9]\d*")
REAL = re.compile(r"-?(0|[1-9]\d*)(\.\d*)?([eE][+-]?\d+)?")


@dataclass(frozen=True)
class Inferred:
    """``renamed``: for each record by its name, what its fields are called in the documents, and here."""

    schema_text: str
    renamed: dict[str, dict[str, str]] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)


class Documents:
    """Documents, and the schema of all that were added. ``texts``: their values are text, or None where it is empty."""

    def __init__(self, texts: bool = False) -> None:
        self._root = Shape()
        self._texts = texts

    @property
    def count(self) -> int:
        return self._root.objects

    def add(self, document: Any) -> None:
        """Misfit, with its place, for what no schema can say."""
        if not isinstance(document, dict):
            raise Misfit(f"a document is an object, not {found(document)}")
        try:
            self._root.take({name: typed(text) for name, text in document.items()} if self._texts else document)
        except Misfit as misfit:
            misfit.path[STEPS:] = ["…"] * (len(misfit.path) > STEPS)
            raise

    def inferred(self, keep_names: bool = False) -> Inferred:
        """Misfit where the documents have no fields, or too many."""
        if not self._root.objects:
            raise Misfit("there is no document")
        if not self._root.fields:
            raise Misfit("the documents have no fields")
        doubts = settle(self._root)
        writer = _Writer(keep_names, self._texts)
        document = writer.record(self._root, "Document", "")
        text = json.dumps(document, ensure_ascii=False, indent=1)
        return Inferred(text, writer.renamed, [*writer.doubts, *doubts])


def typed(text: str | None) -> Any:
    """What a text of CSV stands for: a number or boolean where it is written as one; numbers like 007 are text."""
    if text is None or text == "":
        return None
    first = text[0]
    if first.isdigit() or first == "-":
        if WHOLE.fullmatch(text):
            return value if len(text) < 25 and (value := int(text)) in LONG else text
        if REAL.fullmatch(text):
            return real if math.isfinite(real := float(text)) else text
    return {"true": True, "false": False}.get(text.lower(), text) if first in "tfTF" else text


class _Writer:
    """Schemas of shapes, and the doubts that they leave."""

    def __init__(self, keep_names: bool, texts: bool) -> None:
        self.keep_names = keep_names
        self.texts = texts
        self.names: dict[Shape, str] = {}
        self.types = TypeNames()
        self.fields = 0
        self.renamed: dict[str, dict[str, str]] = {}
        self.doubts: list[Doubt] = []

    def schema(self, shape: Shape, name: str, path: str, missing: int = 0) -> Any:
        """``name``: of a record there; ``missing``: how many objects have no such field."""
        self.doubts += (Doubt(path, what) for doubt in DOUBTS for what in doubt(shape, missing, self.texts))
        kinds = _kinds(shape, self.texts)
        if missing:
            kinds = ["null", *(kind for kind in kinds if kind != "null")]
        branches = [self.branch(kind, shape, name, path) for kind in kinds] or ["string"]
        return branches[0] if len(branches) == 1 else branches

    def branch(self, kind: str, shape: Shape, name: str, path: str) -> Any:
        if kind == "array":
            assert shape.items is not None
            return {"type": "array", "items": self.schema(shape.items, f"{name}Item", f"{path}[]")}
        if kind != "object":
            return kind
        if shape.same_as is not None:
            return self.names[shape.same_as]
        if shape.values is not None:
            return {"type": "map", "values": self.schema(shape.values, f"{name}Value", f"{path}{{}}")}
        return self.record(shape, name, path)

    def record(self, shape: Shape, name: str, path: str) -> Any:
        """A record of all fields that objects here have. ``name``: made unlike those of other records."""
        name = self.types.unlike(name)
        self.names[shape] = name
        self.fields += len(shape.fields)
        if self.fields > FIELDS:
            raise Misfit(f"their schema would have more than {FIELDS:,} fields, which no compiler would take")
        names = allowed(shape.fields, self.keep_names)
        if changed := {old: new for old, new in names.items() if old != new}:
            self.renamed[name] = changed
        fields = []
        for key, inner in shape.fields.items():
            new = names[key]
            if new != key:
                why = "a name that the lab cannot take" if self.keep_names else "not a name that Avro allows"
                quoted = json.dumps(key, ensure_ascii=False)
                self.doubts.append(Doubt(f"{path}.{key}", f"{quoted} is {why}; {new} here"))
            type_ = self.schema(inner, name + new[:1].upper() + new[1:], f"{path}.{key}", shape.objects - inner.seen)
            fields.append({"name": new, "type": type_})
        return {"type": "record", "name": name, "fields": fields}


def _kinds(shape: Shape, texts: bool) -> list[str]:
    """The kinds of the branches."""
    kinds = list(shape.kinds)
    if "double" in kinds and "long" in kinds:
        kinds.remove("long")
    if texts and len(others := [kind for kind in kinds if kind != "null"]) > 1:
        kinds = [kind for kind in kinds if kind not in others] + ["string"]
    return kinds


def _absent(shape: Shape, missing: int, texts: bool) -> Iterator[str]:
    of = f"of {shape.seen + missing:,}"
    parts = [f"missing in {missing:,} {of}"] if missing else []
    parts += [f"{'empty' if texts else 'null'} in {shape.nulls:,} {of}"] if shape.nulls else []
    if shape.seen and shape.nulls == shape.seen:
        yield f"{'; '.join(parts)}: nothing is known of its type; taken as null"
    elif parts:
        yield f"{' and '.join(parts)}; may be null"


def _numbers(shape: Shape, missing: int, texts: bool) -> Iterator[str]:
    if texts and "string" in shape.kinds:
        return
    if shape.beyond:
        lost = "; taken as double, which loses digits" if shape.doubles else "; kept as long"
        yield f"{shape.beyond:,} of {shape.longs:,} whole numbers have more than 53 bits, as JavaScript's have{lost}"
    if shape.longs and shape.doubles:
        yield f"{shape.longs:,} of {shape.longs + shape.doubles:,} numbers are written without a fraction; double"
    elif shape.doubles and shape.wholes == shape.doubles:
        yield "all numbers are whole, and written with a fraction (1.0); kept as double"


def _texts(shape: Shape, missing: int, texts: bool) -> Iterator[str]:
    if shape.form:
        yield f"{shape.form} ({shape.example}); kept as string"
    elif shape.distinct and len(shape.distinct) <= FEW and shape.strings >= OFTEN * len(shape.distinct):
        yield f"{len(shape.distinct)} distinct strings in {shape.strings:,} values (an enum?); kept as string"


def _mixed(shape: Shape, missing: int, texts: bool) -> Iterator[str]:
    counts = {kind: count for kind, count in shape.kinds.items() if kind != "null"}
    if len(counts) > 1 and counts.keys() != {"long", "double"}:
        seen = ", ".join(f"{kind} in {count:,}" for kind, count in counts.items())
        yield f"several kinds of values ({seen}); {'kept as text' if texts else 'a union'}"


def _unknown(shape: Shape, missing: int, texts: bool) -> Iterator[str]:
    if shape.arrays and shape.items is not None and not shape.items.seen:
        yield "the arrays are all empty; their items are taken for strings"


DOUBTS: list[Callable[[Shape, int, bool], Iterator[str]]] = [_absent, _numbers, _texts, _mixed, _unknown]
