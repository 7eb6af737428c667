"""Stores: their steps, timed part by part, and the documents that they hand over (docs/stores.md).

An adapter module has a class `Store`, made with a `Setting`:

    library, version, and engine where what the library binds has a version and options of its own
    open(folder, create), close(), flush()
    put(pairs)                  pairs of key and document, all at once
    scan()                      an iterator over all documents
    get(key)                    a document, or None
    and what it has of: filter(field, minimum, maximum), project(fields), update(pairs), delete(keys), get_many(keys)

Documents are bytes where their form is raw, else dicts. `Setting.dump` and `Setting.load` turn them into bytes of JSON
and back for a store that keeps bytes: with Python's own json where it is parsed, not at all where it is raw. For one
that keeps text there are `dump_text` and `load_text`.
"""

from __future__ import annotations

import json
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from assay_kit.files import BadInput, read_frames, read_lines, read_resolved, write_output
from assay_kit.greeting import greet
from assay_plain import canonical
from assay_plain.digest import SplitMix64
from assay_plain.framing import frame
from assay_plain.types import Record

COMMIT = 1000  # most documents of a commit in class D3

# Kept. json.dumps makes an encoder at every call that has options; json.loads looks first whether it was given text,
# and in which encoding bytes are.
_dump_text: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_load_text: Callable[[str], Any] = json.JSONDecoder().decode


@dataclass(frozen=True)
class Setting:
    """How a store is to be used."""

    key: str
    durability: str
    form: str

    @property
    def dump(self) -> Callable[[Any], bytes]:
        return _same if self.form == "raw" else _dump

    @property
    def dump_text(self) -> Callable[[Any], str]:
        """As ``dump``, of parsed documents, for stores that keep text."""
        return _dump_text

    @property
    def load(self) -> Callable[[bytes], Any]:
        return _same if self.form == "raw" else parse

    @property
    def load_text(self) -> Callable[[str], Any]:
        """As ``load``, of parsed documents, for stores that keep text."""
        return _load_text

    def key_of(self, document: dict[str, Any]) -> str:
        """The key of a parsed document: its text, or the digits of its number."""
        return str(document[self.key])

    def commits(self, items: Iterable[Any]) -> Iterator[list[Any]]:
        """What goes into one commit each: 1,000 in class D3, else everything."""
        rest = iter(items)
        while some := list(islice(rest, COMMIT if self.durability == "D3" else None)):
            yield some


class StoreContestant:
    """One store: its adapter, the documents that were loaded, and what each request does with them."""

    def __init__(self, store_class: Any) -> None:
        self.store_class = store_class
        self.setting: Setting | None = None
        self.store: Any = None
        self.is_open = False

    # --- requests -----------------------------------------------------------------------------------------

    def hello(self, protocol: int) -> dict[str, Any]:
        return greet(
            protocol, self.store_class, [name for name, row in OPERATIONS.items() if row.offered(self.store_class)]
        )

    def load(self, resolved_path: str, records: str, encoded: str, count: int, setting: Setting) -> dict[str, Any]:
        schema = read_resolved(resolved_path)
        if not isinstance(schema, Record):
            raise BadInput("documents are records")
        self.schema = schema
        self.read_line = canonical.reader(schema)
        self.write_line = canonical.writer(schema)
        self.setting = None
        pairs = self._pairs(records, encoded, count, setting)
        start = time.perf_counter_ns()
        self.store = self.store_class(setting)
        setup_ns = time.perf_counter_ns() - start
        self.pairs, self.setting, self.is_open = pairs, setting, False
        return {"count": count, "setup_ns": setup_ns}

    def step(self, name: str, keys: dict[str, Any]) -> dict[str, Any]:
        if self.setting is None:
            raise BadInput("no documents are loaded; send load first")
        if name == "open":
            return self.open(keys)
        row = OPERATIONS.get(name)
        if row is None and name != "close":
            raise NotImplementedError(f"there is no step {name!r}")
        if row is not None and not row.offered(self.store_class):
            raise NotImplementedError(f"this store has no {name}")
        if not self.is_open:
            raise BadInput(f"{name}: the store is not open")
        return row.step(self, keys) if row is not None else self.close(keys)

    # --- steps --------------------------------------------------------------------------------------------

    def open(self, keys: dict[str, Any]) -> dict[str, Any]:
        folder = Path(_wanted(keys, "folder", str))
        create = _wanted(keys, "create", bool)
        if not folder.is_dir():
            raise BadInput(f"folder: {folder} is not a folder")
        start = time.perf_counter_ns()
        self.store.open(folder, create)
        self.is_open = True
        return {"ns": {"open": time.perf_counter_ns() - start}, "count": 0}

    def close(self, keys: dict[str, Any]) -> dict[str, Any]:
        start = time.perf_counter_ns()
        self.store.close()
        self.is_open = False
        return {"ns": {"close": time.perf_counter_ns() - start}, "count": 0}

    def put(self, keys: dict[str, Any]) -> dict[str, Any]:
        return self._written(self.store.put, self.pairs)

    def update(self, keys: dict[str, Any]) -> dict[str, Any]:
        assert self.setting is not None
        files = _wanted(keys, "records", str), _wanted(keys, "encoded", str)
        return self._written(self.store.update, self._pairs(*files, _wanted(keys, "count", int), self.setting))

    def delete(self, keys: dict[str, Any]) -> dict[str, Any]:
        return self._written(self.store.delete, _key_lines(keys))

    def _written(self, write: Callable[[list[Any]], None], what: list[Any]) -> dict[str, Any]:
        start = time.perf_counter_ns()
        write(what)
        written = time.perf_counter_ns()
        self.store.flush()
        return {"ns": {"write": written - start, "flush": time.perf_counter_ns() - written}, "count": len(what)}

    def scan(self, keys: dict[str, Any]) -> dict[str, Any]:
        return self._read(self.store.scan, len(self.pairs), keys)

    def get(self, keys: dict[str, Any]) -> dict[str, Any]:
        wanted = _key_lines(keys)
        found = self._read(lambda: map(self.store.get, wanted), len(wanted), keys, part="lookup")
        return found | {"count": len(wanted) - self._absent(wanted)}

    def filter(self, keys: dict[str, Any]) -> dict[str, Any]:
        field = _wanted(keys, "field", str)
        minimum, maximum = (_wanted(keys, name, (int, float)) for name in ("least", "most"))
        own = self._own(keys)
        return self._read(
            lambda: own(field, minimum, maximum) if own else self._filtered(field, minimum, maximum), 0, keys
        )

    def project(self, keys: dict[str, Any]) -> dict[str, Any]:
        names = _wanted(keys, "fields", list)
        own = self._own(keys)
        fields = [f for name in names for f in self.schema.fields if f.name == name]
        write = canonical.writer(Record("Projection", "", fields))
        return self._read(lambda: own(names) if own else self._projected(names), len(self.pairs), keys, write=write)

    def batches(self, keys: dict[str, Any]) -> dict[str, Any]:
        epochs = _wanted(keys, "epochs", int)
        size, shuffle, buffer = _wanted(keys, "size", int), _wanted(keys, "shuffle", str), _wanted(keys, "buffer", int)
        rng = random.Random(_wanted(keys, "seed", int))

        def documents() -> Iterator[Any]:
            for _ in range(epochs):
                for batch in self._epoch(shuffle, buffer, size, rng):
                    yield from batch

        return self._read(documents, len(self.pairs) * epochs, keys)

    # --- reading ------------------------------------------------------------------------------------------

    def _own(self, keys: dict[str, Any]) -> Callable[..., Iterable[Any]] | None:
        """The store's own method for the step; None where the kit does it by `scan`."""
        return getattr(self.store, keys["step"], None)

    def _read(
        self,
        start: Callable[[], Iterable[Any]],
        maximum: int,
        keys: dict[str, Any],
        part: str = "",
        write: Callable[[Any], str] | None = None,
    ) -> dict[str, Any]:
        """Take all documents, keep the drawn ones, and write these when the clock has stopped.

        ``write``: what gives the text of a document that is not one of the schema.
        """
        output = _wanted(keys, "output", str)
        samples = _wanted(keys, "samples", (int, type(None)))
        positions = None if samples is None else _positions(_wanted(keys, "seed", int), samples, maximum)
        begin = time.perf_counter_ns()
        kept, count = _take(iter(start()), positions)
        took = time.perf_counter_ns() - begin
        self.kept = kept
        write_output(output, (self._handed_over(document, write) for document in kept))
        return {"ns": {part or keys["step"]: took}, "count": count}

    def _absent(self, wanted: list[str]) -> int:
        """How many keys are not there: known where all answers were kept, else asked again, out of the clock."""
        answers = self.kept if len(self.kept) == len(wanted) else map(self.store.get, wanted)
        return sum(document is None for document in answers)

    def _handed_over(self, document: Any, write: Callable[[Any], str] | None) -> bytes:
        assert self.setting is not None
        if write is not None:
            return (write(document) + "\n").encode()
        if self.setting.form == "raw":
            return frame(b"" if document is None else bytes(document))
        return b"null\n" if document is None else (self.write_line(document) + "\n").encode()

    def _parsed(self) -> Iterator[Any]:
        assert self.setting is not None
        return iter(self.store.scan()) if self.setting.form == "parsed" else map(parse, self.store.scan())

    def _filtered(self, field: str, minimum: float, maximum: float) -> Iterator[Any]:
        assert self.setting is not None
        if self.setting.form == "parsed":
            return (document for document in self.store.scan() if minimum <= document[field] <= maximum)
        return (data for data in self.store.scan() if minimum <= parse(data)[field] <= maximum)

    def _projected(self, names: list[str]) -> Iterator[dict[str, Any]]:
        return ({name: document[name] for name in names} for document in self._parsed())

    def _epoch(self, shuffle: str, buffer: int, size: int, rng: random.Random) -> Iterator[list[Any]]:
        if shuffle == "full":
            names = [key for key, _ in self.pairs]
            rng.shuffle(names)
            many = getattr(self.store, "get_many", None)
            for at in range(0, len(names), size):
                some = names[at : at + size]
                yield many(some) if many else [self.store.get(name) for name in some]
            return
        documents = iter(self.store.scan())
        if shuffle == "buffer":
            documents = _shuffled(documents, buffer, rng)
        while batch := list(islice(documents, size)):
            yield batch

    # --- documents ----------------------------------------------------------------------------------------

    def _pairs(self, records: str, encoded: str, count: int, setting: Setting) -> list[tuple[str, Any]]:
        values = list(read_lines(records, count, self.read_line))
        documents = values if setting.form == "parsed" else read_frames(encoded, count)
        return [(setting.key_of(value), document) for value, document in zip(values, documents, strict=True)]


@dataclass(frozen=True)
class StoreOperation:
    """``step``: does it, timed part by part. ``by_scan``: the kit can, by `scan`, where a store has no such method."""

    name: str
    step: Callable[[StoreContestant, dict[str, Any]], dict[str, Any]]
    by_scan: bool = False

    def offered(self, store_class: type) -> bool:
        return self.by_scan or hasattr(store_class, self.name)


OPERATIONS = {
    row.name: row
    for row in (
        StoreOperation("put", StoreContestant.put),
        StoreOperation("scan", StoreContestant.scan),
        StoreOperation("get", StoreContestant.get),
        StoreOperation("filter", StoreContestant.filter, by_scan=True),
        StoreOperation("project", StoreContestant.project, by_scan=True),
        StoreOperation("update", StoreContestant.update),
        StoreOperation("delete", StoreContestant.delete),
        StoreOperation("batches", StoreContestant.batches, by_scan=True),
    )
}


def _take(documents: Iterator[Any], positions: list[int] | None) -> tuple[list[Any], int]:
    """The documents at these sorted positions (None: all), and how many there were; no other is held on to."""
    if positions is None:
        kept = list(documents)
        return kept, len(kept)
    kept = []
    done = 0
    for position in positions:
        skipped = deque(enumerate(islice(documents, position - done), 1), maxlen=1)
        done += skipped[0][0] if skipped else 0
        found = list(islice(documents, 1))
        if not found:
            return kept, done
        kept += found
        done += 1
    rest = deque(enumerate(documents, 1), maxlen=1)
    return kept, done + (rest[0][0] if rest else 0)


def _positions(seed: int, samples: int, maximum: int) -> list[int]:
    generator = SplitMix64(seed)
    return sorted({generator.draw() % maximum for _ in range(samples)}) if maximum else []


def _shuffled(documents: Iterator[Any], size: int, rng: random.Random) -> Iterator[Any]:
    """A shuffle buffer: each document takes the place of a random one of those held, which goes out."""
    held = list(islice(documents, size))
    for document in documents:
        place = rng.randrange(size)
        out = held[place]
        held[place] = document
        yield out
    rng.shuffle(held)
    yield from chain(held)


def _key_lines(keys: dict[str, Any]) -> list[str]:
    path = _wanted(keys, "keys", str)
    try:
        return Path(path).read_text(encoding="utf-8").split("\n")[:-1]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"keys: {error}") from None


def _wanted(keys: dict[str, Any], name: str, types: Any) -> Any:
    if name not in keys:
        raise BadInput(f'the key "{name}" is missing')
    value = keys[name]
    if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
        raise BadInput(f'the key "{name}" has the wrong type')
    return value


def _dump(document: Any) -> bytes:
    return _dump_text(document).encode()


def parse(data: bytes) -> Any:
    """A document of the bytes of its JSON."""
    return _load_text(data.decode())


def _same(value: Any) -> Any:
    return value
