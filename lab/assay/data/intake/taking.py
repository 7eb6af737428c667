"""Records of a user's file, whatever its kind: a schema that all have, and as plain values those that are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from assay.base.errors import AssayError
from assay.data.canonical import Misfit
from assay.data.intake import infer, kinds
from assay.data.intake.infer import Inferred
from assay.data.intake.reader import Reader, Watch
from assay.data.intake.shape import DEEP
from assay.data.intake.values import Texts, Values
from assay.data.recordset import Doubt
from assay.data.schema import parse
from assay.data.schema_files import read_schema

VALUES = {False: Values, True: Texts}  # by whether the values of documents are text

__all__ = ["Doubt", "Taken", "take"]


@dataclass(frozen=True)
class Taken:
    """What was taken of a file.

    ``kind``: what it is, as "JSON lines". ``schema_text``: Avro, logical types removed. ``records``: plain values, in
    the order of the file. ``held``: the number of records in the file. ``doubts``: what is not certain of the schema;
    where the file or the user gives it, what it cannot hold.
    """

    kind: str
    schema_text: str
    records: list[Any]
    held: int
    doubts: list[Doubt]

    @property
    def drawn(self) -> bool:
        return len(self.records) < self.held


def take(
    path: Path,
    schema: Path | None = None,
    maximum: int | None = None,
    seed: int = 0,
    now: Callable[[str], None] = lambda line: None,
    *,
    at: str | None = None,
    keep_names: bool = False,
) -> Taken:
    """At most ``maximum`` records of a file (None: all), drawn evenly from all of it: the same for the same seed.

    The schema is that of the file, else that in the file ``schema``, else made of all records: see `infer`. Fields
    whose names Avro does not allow get others, unless ``keep_names`` (stores take any). Of a large file only what is
    drawn is in memory. ``at``: where the records are in a JSON document, as ".data.items"; "." for all of it as one
    record. ``now`` gets a line of progress now and then.
    AssayError for bad input.
    """
    reader = kinds.reader(path, Watch(path.name, now), at)
    reader.keep_names = keep_names
    found, held = _schema(reader, schema, keep_names)
    if not held:
        raise AssayError(f"{path}: there are no records, so there is nothing to measure")
    reader.watch.begin("taking records of")
    records = _records(reader, found, _drawn(held, maximum, seed))
    return Taken(reader.kind, found.schema_text, records, held, [*reader.doubts, *found.doubts])


def _schema(reader: Reader, schema: Path | None, keep_names: bool) -> tuple[Inferred, int]:
    """The schema, and how many records the file holds."""
    if reader.carries_schema:
        if schema is not None:
            raise AssayError(f"{reader.path}: a file of kind {reader.kind} carries its schema; leave --schema out")
        return Inferred(reader.schema_text()), reader.count()
    if schema is not None:
        return Inferred(read_schema(schema)), reader.count()
    documents = infer.Documents(reader.texts)
    where = str(reader.path)
    try:
        for where, document in reader.documents():  # noqa: B007 (the error names the last place)
            documents.add(document)
        where = str(reader.path)
        return documents.inferred(keep_names) if documents.count else Inferred(""), documents.count
    except Misfit as misfit:
        raise AssayError(f"{where}: {misfit}; or say what is in the file: add --schema FILE.avsc") from None


def _drawn(held: int, maximum: int | None, seed: int) -> list[int] | None:
    """The numbers of the records to take, rising; None where it is all of them."""
    if maximum is None or held <= maximum:
        return None
    return sorted(Random(f"sample {seed}").sample(range(held), maximum))


def _records(reader: Reader, found: Inferred, wanted: Sequence[int] | None) -> list[Any]:
    records = []
    for where, record in _plain(reader, found, wanted):
        if is_deeper(record, DEEP + 1):  # what looks into records calls itself level by level, and Python ends that
            raise AssayError(f"{where}: nested too deeply: more than {DEEP} levels below the record")
        records.append(record)
    return records


def _plain(reader: Reader, found: Inferred, wanted: Sequence[int] | None) -> Iterator[tuple[str, Any]]:
    """The plain values, each with its place."""
    if reader.carries_schema:
        yield from reader.documents(wanted)
        return
    schema = parse(found.schema_text, str(reader.path), json_names=True)
    values = VALUES[reader.texts](found.renamed)
    for where, document in reader.documents(wanted):
        try:
            yield where, values.record_of(schema, document)
        except Misfit as misfit:
            raise AssayError(f"{where}: {misfit}") from None
        except RecursionError:
            raise AssayError(f"{where}: nested too deeply to be read") from None


def is_deeper(record: Any, levels: int) -> bool:
    """Whether objects and arrays stand in each other in more levels than that."""
    level = [record] if isinstance(record, dict | list) else []
    for _ in range(levels):
        inside = (part for one in level for part in (one.values() if isinstance(one, dict) else one))
        level = [part for part in inside if isinstance(part, dict | list)]
    return bool(level)
