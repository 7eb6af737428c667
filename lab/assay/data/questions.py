"""What stores are asked: keys in random order, a range of a number, two fields; always the same for a record set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from assay.data import canonical
from assay.data.recordset import Part, RecordSet
from assay.data.schema import Primitive, Record

NUMBERS = ("int", "long", "float", "double")
ABSENT = "absent-"  # begins keys that no document of a workload has


@dataclass(frozen=True)
class Questions:
    """``documents``: canonical lines by key; ``projections`` the same, of the two fields ``projected``.

    ``field``, ``minimum``, ``maximum``: the range of `filter`, which ``filtered`` are in. ``field`` is empty where no
    field is a number in every document: then there is nothing to filter by, and no ``projected`` either.
    """

    key: str
    documents: dict[str, str]
    field: str
    minimum: float
    maximum: float
    filtered: set[str]
    projected: tuple[str, str]
    projections: dict[str, str]

    def lookups(self, number: int, seed: int) -> list[str]:
        """Keys to look up: a random order of them all, over again where more are wanted than there are."""
        rng = Random(f"lookups {seed}")
        keys = sorted(self.documents)
        drawn: list[str] = []
        while len(drawn) < number:
            rng.shuffle(keys)
            drawn += keys
        return drawn[:number]


def questions(records: RecordSet, part: Part, key: str) -> Questions:
    """Questions about a part of a set of documents (`assay.data.documents`) with this key."""
    schema = records.schema
    assert isinstance(schema, Record)
    fields = {f.name: f for f in schema.fields}
    numeric = [f for f in fields.values() if isinstance(f.schema, Primitive) and f.schema.type in NUMBERS]
    number = next((f for f in numeric if f.name != key), None)
    read = canonical.reader(schema)
    values: dict[str, Any] = {}
    lines: dict[str, str] = {}
    for line in part.lines:
        value = read(line)
        values[str(value[key])] = value
        lines[str(value[key])] = line
    if number is None:
        return Questions(key, lines, "", 0, 0, set(), (key, key), {})
    numbers = sorted(value[number.name] for value in values.values())
    minimum, maximum = numbers[len(numbers) // 4], numbers[len(numbers) // 2]
    write = canonical.writer(Record("Projection", "", [fields[key], number]))
    return Questions(
        key=key,
        documents=lines,
        field=number.name,
        minimum=minimum,
        maximum=maximum,
        filtered={name for name, value in values.items() if minimum <= value[number.name] <= maximum},
        projected=(key, number.name),
        projections={k: write({key: v[key], number.name: v[number.name]}) for k, v in values.items()},
    )


def write_keys(path: Path, keys: Sequence[str]) -> Path:
    path.write_text("".join(f"{key}\n" for key in keys), encoding="utf-8")
    return path
