"""What stores are asked: keys in random order, a range of a number, two fields; always the same for a record set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from assay.data import canonical
from assay.data.recordset import Part, RecordSet
from assay.data.schema import Primitive, Record

NUMBERS = ("int", "long", "float", "double")
ABSENT = "absent-"  # begins keys that no document of a workload has


@dataclass(frozen=True)
class Questions:
    """What is known of the documents of a part; they themselves stay on disk.

    ``places``: the number of each document, by its key. ``field``, ``minimum``, ``maximum``: the range of `filter`,
    which ``filtered`` are in; ``projected``: the two fields of `project`. ``field`` is empty where no field is a number
    in every document: then there is nothing to filter by, and nothing to project either.
    """

    part: Part
    schema: Record
    key: str
    places: dict[str, int]
    field: str
    minimum: float
    maximum: float
    filtered: set[str]

    @property
    def projected(self) -> tuple[str, str]:
        return (self.key, self.field or self.key)

    def document(self, key: str) -> str | None:
        """The canonical line of a document; None where there is none of this key."""
        place = self.places.get(key)
        return None if place is None else self.part.lines[place]

    def projection(self, key: str) -> str | None:
        """The same, of the two fields of `project`."""
        line = self.document(key)
        if line is None:
            return None
        value = self._read(line)
        return self._write_projection({name: value[name] for name in self.projected})

    @cached_property
    def _read(self) -> canonical.Reader:
        return canonical.reader(self.schema)

    @cached_property
    def _write_projection(self) -> canonical.Writer:
        fields = {f.name: f for f in self.schema.fields}
        return canonical.writer(Record("Projection", "", [fields[name] for name in self.projected]))

    def lookups(self, number: int, seed: int) -> list[str]:
        """Keys to look up: a random order of them all, over again where more are wanted than there are."""
        rng = Random(f"lookups {seed}")
        keys = sorted(self.places)
        drawn: list[str] = []
        while len(drawn) < number:
            rng.shuffle(keys)
            drawn += keys
        return drawn[:number]


def questions(records: RecordSet, part: Part, key: str) -> Questions:
    """Questions about a part of a set of documents (`assay.data.documents`) with this key."""
    schema = records.schema
    assert isinstance(schema, Record)
    numeric = [f.name for f in schema.fields if isinstance(f.schema, Primitive) and f.schema.type in NUMBERS]
    field = next((name for name in numeric if name != key), "")
    read = canonical.reader(schema)
    places: dict[str, int] = {}
    numbers: list[float] = []
    for place, line in enumerate(part.lines):
        value = read(line)
        places[str(value[key])] = place
        if field:
            numbers.append(value[field])
    if not field:
        return Questions(part, schema, key, places, "", 0, 0, set())
    ordered = sorted(numbers)
    minimum, maximum = ordered[len(ordered) // 4], ordered[len(ordered) // 2]
    filtered = {name for name, place in places.items() if minimum <= numbers[place] <= maximum}
    return Questions(part, schema, key, places, field, minimum, maximum, filtered)


def write_keys(path: Path, keys: Sequence[str]) -> Path:
    path.write_text("".join(f"{key}\n" for key in keys), encoding="utf-8")
    return path
