"""What `go test -bench` prints, which is the format that benchstat reads: a line for each repetition of a benchmark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from assay.base.errors import AssayError
from assay.results.document import Batch
from assay.results.importing import Benchmark, Found, Process, Source, batch, in_ns, machine, mean_ns, parameters

TITLE = "go test -bench"
FORM = "its text, benchstat's format"

LINE = re.compile(r"Benchmark(\S*)\s+(\d+)((?:\s+\S+\s+\S+)+)\s*")
KEY = re.compile(r"([a-z][^\s:A-Z]*):\s+(.*\S)\s*")
FAILED = re.compile(r"--- (FAIL|SKIP): Benchmark(\S+)")
CORES = re.compile(r"(.*)-(\d+)")
MACHINE = ("goos", "goarch", "cpu", "pkg")  # keys that say no more than where the benchmarks ran and stand


@dataclass
class Seen:
    """A benchmark: its batches by the process that they are of, or why it has none."""

    name: str
    workload: str
    batches: dict[int, list[Batch]] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True)
class Line:
    """``process``: how many headers of its package came before. ``keys``: the configuration that holds for it."""

    name: str
    iterations: int
    metrics: dict[str, float]
    process: int
    keys: dict[str, str]
    reason: str = ""


def recognizes(source: Source) -> bool:
    lines = source.text.splitlines()
    return source.data is None and any(LINE.fullmatch(line) or FAILED.match(line) for line in lines)


def read(source: Source) -> Found:
    lines = list(_lines(source.text))
    cores = {_cores(line.name) for line in lines if not line.reason}
    values: dict[str, set[str]] = {}
    for line in lines:
        for key in {key for one in lines for key in one.keys}:
            values.setdefault(key, set()).add(line.keys.get(key, ""))
    varying = [key for key in sorted(values) if key not in MACHINE and len(values[key]) > 1]
    pooled = any(line.process == 0 for line in lines)
    seen: dict[tuple[str, str], Seen] = {}
    for line in lines:
        one = _named(line, len(cores) > 1, varying)
        one = seen.setdefault((one.name, one.workload), one)
        if line.reason:
            one.reason = line.reason
        else:
            one.batches.setdefault(0 if pooled else line.process, []).append(_batch(line))
    first = lines[0].keys if lines else {}
    kernel = " ".join(first[key] for key in ("goos", "goarch") if key in first)
    return Found(
        tool=TITLE,
        language="go",
        benchmarks=[_benchmark(one) for one in seen.values()],
        machine=machine(cpu=first.get("cpu", ""), kernel=kernel),
        pooled=pooled,
        told={key: first[key] for key in first if key not in MACHINE and key not in varying},
    )


def _lines(text: str) -> Iterator[Line]:
    """A process prints its package before its benchmarks; lines before any such header are of no known process."""
    keys: dict[str, str] = {}
    process = 0
    for line in text.splitlines():
        if found := LINE.fullmatch(line):
            words = found[3].split()
            metrics = {unit: _number(value) for value, unit in zip(words[::2], words[1::2], strict=True)}
            yield Line(found[1], int(found[2]), metrics, process, dict(keys))
        elif found := FAILED.match(line):
            reason = "it failed" if found[1] == "FAIL" else "it was skipped"
            yield Line(found[2], 0, {}, process, dict(keys), reason)
        elif found := KEY.fullmatch(line):
            keys[found[1]] = found[2]
            process += found[1] == "pkg"


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise AssayError(f'"{text}" is not a number') from None


def _cores(name: str) -> str:
    found = CORES.fullmatch(name)
    return found[2] if found else "1"


def _named(line: Line, by_cores: bool, varying: list[str]) -> Seen:
    """Parts of the name like count=10 are parameters; the number of cores is one where it varies."""
    found = CORES.fullmatch(line.name)
    parts = (found[1] if found else line.name).split("/")
    named: dict[str, Any] = dict(part.split("=", 1) for part in parts[1:] if "=" in part)
    if by_cores:
        named["cores"] = _cores(line.name)
    name = "/".join([parts[0], *(part for part in parts[1:] if "=" not in part)])
    package = line.keys.get("pkg")
    told = ", ".join(f"{key} {line.keys.get(key, '')}".strip() for key in varying)
    name = f"{package}.{name}" if package else name
    return Seen(f"{name} ({told})" if told else name, parameters(named))


def _batch(line: Line) -> Batch:
    for unit, value in line.metrics.items():
        if unit.endswith("/op") and unit != "B/op" and unit.removesuffix("/op") in ("ns", "us", "µs", "ms", "s", "sec"):
            return batch(value * in_ns(unit.removesuffix("/op")), line.iterations, allocated=line.metrics.get("B/op"))
    raise AssayError(f"Benchmark{line.name}: has no time an operation, as ns/op")


def _benchmark(one: Seen) -> Benchmark:
    if not one.batches:
        return Benchmark(one.name, one.workload, reason=one.reason)
    processes = [Process(batches) for batches in one.batches.values()]
    every = [found for process in processes for found in process.batches]
    return Benchmark(one.name, one.workload, processes=processes, says_ns=mean_ns(every))
