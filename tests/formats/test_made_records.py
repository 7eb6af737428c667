"""Every contestant of every format gives back records that hypothesis made: edges of every type, in every place.

They are of the schema that holds all types; for who cannot do it (the list of exceptions of the suites has the
reasons), of `person`, and of `single-key` for formats of single values. All go through a contestant at once; only where
that fails are they tried example by example, so that hypothesis finds the smallest one.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from buildable import here
from data import schemas
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from suites.known import KNOWN, listed

from assay.boundaries.codecs import proof
from assay.boundaries.codecs.self_read import in_format, reread
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one
from assay.catalog.catalog import BROWSER
from assay.data import canonical, recordset, schema_files
from assay.data.random_records import random_value
from assay.data.recordset import RecordSet, Values
from assay.data.schema import Array, Map, Record, Schema, Union, parse
from assay.operations import named
from assay.runner import session
from assay.runner.broken import Broken
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

LIMITS = Limits(memory=4 << 30, reply=120)
EXAMPLES = 20
DEEPEST = 4
NO_NAN = ("json", "kafka-json")  # their numbers are finite


@dataclass(frozen=True, eq=False)  # its value may be one that has no hash
class Limit:
    """Values that a library does not hold: ``allows`` is false for them; ``value`` is one, for the field ``field``."""

    allows: Callable[[Any], bool]
    field: str
    value: Any


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


FINITE = Limit(lambda v: not isinstance(v, float) or math.isfinite(v), "precise", math.nan)
SAFE = Limit(lambda v: not _whole(v) or abs(v) < 2**53, "large", 2**53)  # JavaScript's numbers
HALF = Limit(lambda v: not _whole(v) or abs(v) <= 2**52, "large", -(2**52) - 1)
SIGN = Limit(lambda v: v != 0 or not isinstance(v, float) or math.copysign(1, v) > 0, "precise", -0.0)
PLANE = Limit(lambda v: not isinstance(v, str) or max(v, default="") < "\U00020000", "text", "\U00020000")
NUMBER = Limit(lambda v: not isinstance(v, float) or not math.isnan(v), "precise", math.nan)
WRAPS = Limit(lambda v: not isinstance(v, float) or not v.is_integer() or abs(v) < 2**31, "precise", 2.0**31)

NUL = Limit(lambda v: not isinstance(v, str) or "\0" not in v, "by_name", {"\0": 1})
EDGES = (SIGN,)  # values that are tried in a place of their own, whatever hypothesis makes
HARMLESS: dict[type, Any] = {int: 1, float: 0.5, str: "x"}

# What libraries cannot hold. This list may only shrink.
HOLDS_NOT: dict[str, list[Limit]] = {
    "c/avro-c": [NUL],  # its keys of maps are C's strings
    "cpp/flatbuffers": [SIGN],  # it leaves out what equals the default
    "go/vtprotobuf": [SIGN],
    "node/avsc": [HALF],
    "node/cbor-x": [SIGN],
    "node/fast-json-stringify": [SIGN],
    "node/json": [SAFE, SIGN],
    "node/msgpack-lite": [SAFE, SIGN],
    "node/msgpack-msgpack": [SAFE, SIGN],
    "node/msgpackr": [SIGN],
    "node/msgpackr-structures": [SIGN],
    "node/protobuf-ts": [SIGN],
    # It leaves out what JavaScript takes for false, and joins the halves of a character by `|` where that wants `+`.
    "node/pbf": [SAFE, SIGN, NUMBER, PLANE],
    "node/pson": [SIGN, WRAPS],  # of whole numbers it keeps 32 bits
    "ruby/oj": [SIGN],
    "rust/planus": [SIGN],  # as in C++
    "rust/prost": [SIGN],
    "rust/prost-converted": [SIGN],
    "rust/sonic-rs": [SIGN],  # it writes -0.0, and reads it as 0.0
}

UNABLE = {contestant for _, contestant, _ in listed("everything", "everything")}
CONTESTANTS = sorted(
    c.name for c in here() if not c.manifest.harness and not c.manifest.store and c.language != BROWSER
)


def values(schema: Schema, allowed: Callable[[Any], bool], depth: int = 0) -> st.SearchStrategy[Any]:
    """Plain values of a schema, edges included, that end: below some depth there are no more records."""
    match schema:
        case Record(fields=fields):
            return st.fixed_dictionaries({f.name: values(f.schema, allowed, depth + 1) for f in fields})
        case Array(items=items):
            return st.lists(values(items, allowed, depth + 1), max_size=3) if depth < DEEPEST else st.just([])
        case Map(values=inner):
            return st.dictionaries(within(st.text(max_size=5), allowed), values(inner, allowed, depth + 1), max_size=3)
        case Union(branches=branches):
            ends = [b for b in branches if depth < DEEPEST or not isinstance(b, Record)]
            return st.one_of([values(branch, allowed, depth) for branch in ends])
        case _:
            return within(schemas.values(schema), allowed)


def within(strategy: st.SearchStrategy[Any], allowed: Callable[[Any], bool]) -> st.SearchStrategy[Any]:
    """Harmless values instead of those that are not allowed: some of these are made too often to be passed over."""
    return strategy.map(lambda value: value if allowed(value) else HARMLESS[type(value)])


def record_set(schema_text: str, records: list[Any]) -> RecordSet:
    schema = parse(schema_text)
    lines = "\n".join(map(canonical.writer(schema), records))
    moved = [*records[1:], records[0]]
    key = ["made", hashlib.sha256(lines.encode()).hexdigest()]
    return recordset.build("made", schema_text, key, lambda _: Values(records, moved), "made records")


def workload_for(name: str) -> str:
    contestant = KNOWN.contestant(name)
    if contestant.manifest.format.startswith("kafka-"):
        return "single-key" if name.endswith("primitive") else "impressions"
    return "person" if name in UNABLE else "everything"


@contextmanager
def trial(name: str, folder: Path) -> Iterator[tuple[str, Callable[[list[Any]], None]]]:
    """The text of a contestant's schema, and what has it encode, decode and read some records, judged."""
    contestant = KNOWN.contestant(name)
    text = schema_files.read_schema(KNOWN.workload(workload_for(name)).folder / "schema.avsc")
    operations = [o for o in contestant.manifest.operations if o in named("codec")]
    built = build_one(contestant, record_set(text, [random_value(parse(text), Random(1))]))
    assert built.start is not None, built.reason

    with session.start(built, folder / "log", LIMITS) as process:

        def round_trip(records: list[Any]) -> None:
            made = record_set(text, records)
            encoded = in_format(built, made, LIMITS, folder)
            session.load(process, codec_task(made, "encode", encoded), made.records)
            for operation in operations:
                task = codec_task(made, operation, encoded)
                proof.outputs(process, task, made.records, folder / "out", reread(built, task, LIMITS, folder))

        yield text, round_trip


def examples(text: str, limits: tuple[Limit, ...]) -> st.SearchStrategy[list[Any]]:
    """Some records of a schema, without the values that the limits exclude."""
    strategy = values(parse(text), lambda value: holds(value, limits))
    return st.lists(strategy, min_size=1, max_size=4)


def holds(value: Any, limits: tuple[Limit, ...]) -> bool:
    """Whether a value is within all limits, and so is what is in it."""
    inside = [*value, *value.values()] if isinstance(value, dict) else []
    return all(limit.allows(one) for limit in limits for one in (value, *inside))


@cache
def made(text: str, limits: tuple[Limit, ...]) -> list[Any]:
    """The records of all examples: the same for every contestant of the same schema and limits.

    Edges are among them for all that hold them.
    """
    record = random_value(parse(text), Random(1))
    found: list[Any] = [
        record | {edge.field: edge.value}
        for edge in EDGES
        if isinstance(record, dict) and edge.field in record and holds(edge.value, limits)
    ]

    @settings(max_examples=EXAMPLES, phases=[Phase.generate])
    @given(examples(text, limits))
    def collect(records: list[Any]) -> None:
        found.extend(records)

    collect()
    return found


@pytest.mark.parametrize("name", CONTESTANTS)
def test_what_hypothesis_makes_comes_back(name: str, tmp_path: Path) -> None:
    limits = tuple(HOLDS_NOT.get(name, []))
    if KNOWN.contestant(name).manifest.format in NO_NAN:
        limits = (*limits, FINITE)
    with trial(name, tmp_path) as (text, round_trip):
        try:
            round_trip(made(text, limits))
        except Broken:
            settings(max_examples=EXAMPLES)(given(examples(text, limits))(round_trip))()
            raise


@pytest.mark.parametrize(("name", "limit"), [(n, limit) for n in HOLDS_NOT for limit in HOLDS_NOT[n]])
def test_what_a_library_cannot_hold_it_still_cannot(name: str, limit: Limit, tmp_path: Path) -> None:
    with trial(name, tmp_path) as (text, round_trip):
        record = random_value(parse(text), Random(1))
        with pytest.raises(Broken):
            round_trip([record | {limit.field: limit.value}])
