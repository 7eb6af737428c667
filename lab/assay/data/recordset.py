"""Record sets on disk: made once for a workload, count and seed, kept in the cache under a key of their content.

A folder holds
    schema.avsc     the schema, logical types removed
    resolved.json   the same with names, references and branches worked out, for the kits
    records.jsonl   the records, canonical JSON lines
    records.bin     the same as framed Avro datums, by the reference
    records.avro    the same as an Avro object container file
    decoy.jsonl, decoy.bin   another set of the same shape, on which contestants warm up before the swap
    probe0.jsonl, …          a few small sets with no record in common, where there are enough records, for the check
                             that nothing is remembered from one pass to the next
    few20.jsonl, …           a few of the records themselves, in several numbers, for what has to be so short that other
                             processes rarely get in between
    turned.jsonl, turned.bin the most of these few, each in the place of another of the same encoded length, for the
                             check that nothing is remembered by the buffer that holds an input
    set.json        counts, sizes and digests
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from assay.base.cache import make_folder
from assay.base.errors import AssayError
from assay.data import canonical, reference
from assay.data.resolved import resolved
from assay.data.schema import Schema, parse
from assay.data.stored import StoredFrames, StoredLines, Texts
from assay_plain.framing import frame

PROBES = 8
PROBE = 250  # most records of a probe
FEW = (20, 60, 200)

CHUNK = 250  # records that are held in memory while a set is written

FORM = "9"  # part of the key: raise it when the files of a set change


@dataclass(frozen=True)
class SetFacts:
    """set.json: ``digest`` is SHA-256 over records.jsonl; sizes are bytes of the whole set.

    ``probe``: the number of records in each probe.
    """

    count: int
    digest: str
    json_bytes: int
    avro_bytes: int
    container_bytes: int
    reference: str
    probe: int = 0


@dataclass(frozen=True)
class Part:
    """One part of a set: the records themselves, their decoys, a probe, or a few of the records."""

    name: str
    folder: Path
    count: int

    @property
    def records_path(self) -> Path:
        """Canonical JSON lines."""
        return self.folder / f"{self.name}.jsonl"

    @property
    def encoded_path(self) -> Path:
        """Framed Avro datums, by the reference."""
        return self.folder / f"{self.name}.bin"

    @cached_property
    def stored(self) -> StoredLines:
        """The canonical text of each record, as it is on disk."""
        return StoredLines(self.records_path)

    @cached_property
    def lines(self) -> Texts:
        """The canonical text of each record."""
        return Texts(self.stored)

    @cached_property
    def frames(self) -> StoredFrames:
        """The reference's bytes of each record."""
        return StoredFrames(self.encoded_path)


@dataclass(frozen=True)
class Doubt:
    """What is not certain of a file: ``where``, a field's path (".user.name", ".tags[]"); ``what``, one sentence."""

    where: str
    what: str


@dataclass(frozen=True)
class RecordSet:
    """The files of one record set; the lab's proofs read expectations from here.

    ``workload``: its name in a run. Of a user's file, ``held`` is the number of records in it, of which these may be a
    sample, and ``doubts`` is what is not certain of the schema.
    """

    workload: str
    folder: Path
    facts: SetFacts
    held: int | None = None
    doubts: tuple[Doubt, ...] = ()

    @property
    def cut(self) -> bool:
        """Whether the user's file holds further records."""
        return self.held is not None and self.held > self.facts.count

    @property
    def schema_path(self) -> Path:
        return self.folder / "schema.avsc"

    @property
    def resolved_path(self) -> Path:
        return self.folder / "resolved.json"

    @cached_property
    def schema_text(self) -> str:
        return self.schema_path.read_text(encoding="utf-8")

    @cached_property
    def schema(self) -> Schema:
        return parse(self.schema_text, str(self.schema_path), json_names=True)

    @cached_property
    def records(self) -> Part:
        return Part("records", self.folder, self.facts.count)

    @cached_property
    def decoys(self) -> Part:
        return Part("decoy", self.folder, self.facts.count)

    @cached_property
    def probes(self) -> list[Part]:
        names = sorted(path.stem for path in self.folder.glob("probe*.jsonl"))
        return [Part(name, self.folder, self.facts.probe) for name in names]

    @cached_property
    def few(self) -> list[Part]:
        """A few of the records, from the fewest up."""
        return [Part(f"few{most}", self.folder, min(self.facts.count, most)) for most in FEW]

    @cached_property
    def turned(self) -> Part:
        """The most of the few records, each in the place of another of the same encoded length, where there is one."""
        return Part("turned", self.folder, self.few[-1].count)

    @property
    def parts(self) -> list[Part]:
        return [self.records, self.decoys, *self.probes, *self.few, self.turned]


@dataclass(frozen=True)
class Values:
    """The plain values of a set: the records, as many decoys, and probes (none where there are no further records).

    Each is asked for once, in this order, so that a sequence may make them when it is asked.
    """

    records: Sequence[Any]
    decoys: Sequence[Any]
    probes: Sequence[Sequence[Any]] = ()


def build(
    workload: str,
    schema_text: str,
    key_parts: Iterable[str],
    make: Callable[[Schema], Values],
    where: str,
    now: Callable[[str], None] = lambda line: None,
) -> RecordSet:
    """The record set of a key, from the cache or made now; ``now`` is told how far it is.

    Errors: AssayError beginning with ``where``.
    """
    key = hashlib.sha256("\0".join([FORM, reference.NAMES, schema_text, *key_parts]).encode()).hexdigest()[:20]

    def fill(folder: Path) -> None:
        schema = parse(schema_text, where, json_names=True)
        write = canonical.writer(schema)
        values = make(schema)
        if not values.records:
            raise AssayError(f"{where}: there are no records, so there is nothing to measure")
        (folder / "schema.avsc").write_text(schema_text, encoding="utf-8")
        (folder / "resolved.json").write_text(json.dumps(resolved(schema), ensure_ascii=False), encoding="utf-8")
        count = len(values.records)
        whole = count + len(values.decoys)

        def told(some: Iterable[Any], done: int) -> Iterator[Any]:
            """The values, before which as many were made as are done; ``now`` hears of each hundredth part."""
            for number, value in enumerate(some, done):
                if number % max(1, whole // 100) == 0:
                    now(f"making {count:,} records of {workload}: {number / whole:.0%}")
                yield value

        records, decoys = told(values.records, 0), told(values.decoys, count)
        facts = _write_set(folder, schema_text, schema, _lines(write, records, where), "records", where)
        lines = Texts(StoredLines(folder / "records.jsonl"))
        for most in FEW:
            spread = lines[:: max(1, len(lines) // most)][:most]
            _write_set(folder, schema_text, schema, spread, f"few{most}", where)
        turned = _turned(spread, StoredFrames(folder / f"few{most}.bin"))
        _write_set(folder, schema_text, schema, turned, "turned", where)
        _write_set(folder, schema_text, schema, _lines(write, decoys, where), "decoy", where)
        for number, probe in enumerate(values.probes):
            _write_set(folder, schema_text, schema, _lines(write, probe, where), f"probe{number}", where)
            facts = replace(facts, probe=len(probe))
        (folder / "set.json").write_text(json.dumps(asdict(facts), indent=1) + "\n")

    folder = make_folder("data", f"{workload}-{key}", fill)
    facts = SetFacts(**json.loads((folder / "set.json").read_text()))
    return RecordSet(workload, folder, facts)


def _turned(lines: Sequence[str], encoded: Iterable[bytes]) -> list[str]:
    """The records in another order: within those of one encoded length, each stands where the one before it stood."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, data in enumerate(encoded):
        places[len(data)].append(place)
    turned = list(lines)
    for same in places.values():
        for here, there in zip(same, same[1:] + same[:1], strict=True):
            turned[here] = lines[there]
    return turned


def _lines(write: canonical.Writer, values: Iterable[Any], where: str) -> Iterator[str]:
    for number, value in enumerate(values):
        try:
            yield write(value)
        except canonical.Misfit as misfit:
            raise AssayError(f"{where}: record {number}: {misfit}") from None


def _write_set(folder: Path, schema_text: str, schema: Schema, lines: Iterable[str], name: str, where: str) -> SetFacts:
    read = canonical.reader(schema)
    codec = reference.Reference(schema_text, schema)
    digest = hashlib.sha256()
    count = json_bytes = avro_bytes = 0
    texts_path = folder / f"{name}.jsonl"
    with texts_path.open("wb") as texts, (folder / f"{name}.bin").open("wb") as datums:
        left = iter(lines)
        while some := list(islice(left, CHUNK)):
            encoded = [codec.encode(read(line)) for line in some]
            reference.cross_check(schema_text, some, encoded, where, first=count)
            text = "".join(line + "\n" for line in some).encode()
            texts.write(text)
            datums.writelines(map(frame, encoded))
            digest.update(text)
            count += len(some)
            json_bytes += len(text)
            avro_bytes += sum(map(len, encoded))
    container = folder / f"{name}.avro"
    if name == "records":
        codec.container(container, map(read, Texts(StoredLines(texts_path))))
    return SetFacts(
        count=count,
        digest=digest.hexdigest(),
        json_bytes=json_bytes,
        avro_bytes=avro_bytes,
        container_bytes=container.stat().st_size if container.exists() else 0,
        reference=reference.NAMES,
    )
