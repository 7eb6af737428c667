"""Results of other harnesses: read, recognized, and held in one shape until they are a document (`imported`).

An importer (one file in `importers`) makes this shape of what one tool writes.
"""

from __future__ import annotations

import math
import os
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from assay.base.errors import AssayError
from assay.results import store
from assay.results.document import Batch, Machine

PLAIN = "plain"  # the workload of what has no parameters
CALL = "call"  # the operation of what has no kinds of measuring
NOT_TOLD = "not told"
LEAST_NS = 1_000_000  # of a batch's time, so that whole ns keep six digits of it
SECONDS_NS = 1e9
UNITS_NS = {"ns": 1.0, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9, "sec": 1e9, "m": 6e10, "min": 6e10}

Values = Literal["batches", "pooled", "summary"]
T = TypeVar("T")


class Shape(BaseModel):
    """What an importer takes of a tool's JSON, whatever else is in it."""

    model_config = ConfigDict(extra="ignore", frozen=True)


@dataclass(frozen=True)
class Source:
    """What the user named: a file as text, and as ``data`` where that is JSON; or a folder's JSON ``files`` by path.

    ``problem``: why the text is not JSON. ``changed``: when it was written, UTC.
    """

    name: str
    changed: datetime
    text: str = ""
    data: Any = None
    problem: str = ""
    files: dict[str, Any] = field(default_factory=dict)
    folder: bool = False


@dataclass(frozen=True)
class Process:
    """One process of a benchmark: its timed batches in their order. Of its warm-up the number and time of batches.

    ``number``: that of its run, where several were imported together; None: its place among those of the benchmark.
    """

    batches: list[Batch]
    number: int | None = None
    warm_batches: int = 0
    warm_ns: int = 0
    peak_rss_bytes: int = 0


@dataclass(frozen=True)
class Benchmark:
    """One benchmark with one set of parameters.

    ``reason``: why it has no number, instead of processes. ``says_ns``: the tool's own figure, ns per operation, and
    ``interval_ns`` the interval that it gives for that; NaN where it gives none.
    ``summary``: whether its one value is a median or mean, and the values that it sums up are not there.
    ``runtime``, ``description``: as the source has them.
    """

    name: str
    workload: str = PLAIN
    operation: str = CALL
    processes: list[Process] = field(default_factory=list)
    reason: str = ""
    says_ns: float | None = None
    interval_ns: tuple[float, float] = (math.nan, math.nan)
    summary: bool = False
    runtime: str = ""
    description: str = ""


@dataclass(frozen=True)
class Found:
    """What one source holds. ``language``: empty where the tool measures any. ``created``: UTC, None: not told."""

    tool: str
    language: str
    benchmarks: list[Benchmark]
    machine: Machine
    version: str = ""
    created: datetime | None = None
    pooled: bool = False
    told: dict[str, str] = field(default_factory=dict)


def load(path: Path) -> Source:
    """A file or folder that the user named. AssayError where it cannot be read."""
    name = path.resolve().name or str(path)
    try:
        if path.is_dir():
            files, changed = _folder(path)
            return Source(name, changed, files=files, folder=True)
        text = path.read_bytes().decode("utf-8")
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        raise AssayError(f"{path}: there is no such file or folder") from None
    except UnicodeDecodeError:
        raise AssayError(f"{path}: neither JSON nor text, so it holds no results of a known tool") from None
    except OSError as error:
        raise AssayError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return Source(name, changed, text, store.parsed(text, path))
    except ValueError as error:
        return Source(name, changed, text, problem=str(error))


def _folder(path: Path) -> tuple[dict[str, Any], datetime]:
    """The JSON files that stand in folders named "new", which are what Criterion's folder is known by."""
    found: dict[str, Any] = {}
    newest = 0.0
    for place, _, names in os.walk(path):
        if Path(place).name != "new":
            continue
        for file in sorted(Path(place) / name for name in names if name.endswith(".json")):
            try:
                found[str(file.relative_to(path))] = store.parsed(file.read_text(encoding="utf-8"), file)
            except ValueError as error:
                raise AssayError(f"{file}: not whole JSON: {error}") from None
            newest = max(newest, file.stat().st_mtime)
    return dict(sorted(found.items())), datetime.fromtimestamp(newest, UTC)


def shaped(kind: type[T] | Any, data: Any) -> T:
    """The data in that shape. AssayError that names the place where they are not."""
    try:
        return TypeAdapter[T](kind).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise AssayError(f"{place}: {first['msg']}") from None


def batch(ns: float, operations: int = 1, *, cpu_ns: float = 0.0, allocated: float | None = None) -> Batch:
    """So many operations that took ``ns`` each. ``cpu_ns`` and ``allocated`` bytes are of each, too; 0: not told.

    A time so short that whole ns would lose digits of it stands as several like it. AssayError where it is not a time.
    """
    if not math.isfinite(ns) or ns <= 0:
        raise AssayError(f"a time of {ns:g} ns: times must be above 0")
    if operations < 1:
        raise AssayError(f"a batch of {operations} operations: it must have at least one")
    while ns * operations < LEAST_NS:
        operations *= 10
    return Batch(
        passes=operations,
        records=operations,
        wall_ns=round(ns * operations),
        cpu_ns=round(cpu_ns * operations),
        allocated_bytes=None if allocated is None else round(allocated * operations),
    )


def in_ns(unit: str) -> float:
    """AssayError for a word that is not a unit of time."""
    if unit not in UNITS_NS:
        raise AssayError(f'"{unit}" is not a unit of time: {", ".join(UNITS_NS)}')
    return UNITS_NS[unit]


def joined(runs: Sequence[Found]) -> Found:
    """Several runs of the same benchmarks as one: the processes of each are further processes of the benchmarks.

    AssayError where they are of several tools or machines, or one is there twice.
    """
    first = runs[0]
    if any(one.benchmarks == other.benchmarks for place, one in enumerate(runs) for other in runs[:place]):
        raise AssayError("a source was given twice, but the same run does not count as two")
    for other in runs[1:]:
        if (other.tool, other.machine) != (first.tool, first.machine):
            what = "tools" if other.tool != first.tool else "machines"
            raise AssayError(f"the sources come from several {what}: import the runs of each one separately")
    found: dict[tuple[str, str, str, int], Benchmark] = {}
    before = 0
    for run in runs:
        seen: Counter[tuple[str, str, str]] = Counter()
        for one in run.benchmarks:
            same = one.name, one.workload, one.operation
            seen[same] += 1
            key = *same, seen[same]
            known = found.get(key, replace(one, processes=[], reason="", summary=False))
            processes = [replace(process, number=before + place) for place, process in enumerate(one.processes)]
            found[key] = replace(
                known,
                processes=[*known.processes, *processes],
                reason=known.reason or one.reason,
                summary=known.summary or one.summary,
            )
        before += max((len(one.processes) for one in run.benchmarks), default=0)
    pooled = any(run.pooled for run in runs)
    told = {key: value for key, value in first.told.items() if all(run.told.get(key) == value for run in runs)}
    return replace(first, benchmarks=list(found.values()), pooled=pooled, told=told)


def parameters(named: dict[str, Any]) -> str:
    """The name of a workload: count=10, kind=a."""
    return ", ".join(f"{name}={value}" for name, value in named.items()) or PLAIN


def machine(
    cpu: str = "", cores: int = 0, system: str = "", kernel: str = "", python: str = "", memory_bytes: int = 0
) -> Machine:
    """What the source tells of the machine; 0 where a number is not told."""
    return Machine(
        cpu=cpu or NOT_TOLD,
        cores=cores,
        memory_bytes=memory_bytes,
        system=system or NOT_TOLD,
        kernel=kernel or NOT_TOLD,
        governor=None,
        virtual=None,
        python=python or NOT_TOLD,
        tools={},
    )


def utc(text: str) -> datetime | None:
    """ISO 8601; a time without a zone is taken as UTC. None where it is no such time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def mean_ns(batches: Sequence[Batch]) -> float:
    """The mean over batches of the time of an operation, which several tools print."""
    return math.fsum(one.wall_ns / one.records for one in batches) / len(batches)


def median_ns(batches: Sequence[Batch]) -> float:
    """The median over batches of the time of an operation."""
    return statistics.median(one.wall_ns / one.records for one in batches)
