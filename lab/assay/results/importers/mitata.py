"""mitata's JSON format (`run({ format: "json" })`): benchmarks with a run for each set of arguments, in ns."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from pydantic import Field

from assay.results.importing import PLAIN, Benchmark, Found, Process, Shape, Source, batch, machine, parameters, shaped

TITLE = "mitata"
FORM = 'its JSON, format: "json"'


class Heap(Shape):
    avg: float


class Stats(Shape):
    """``samples``: ns of a call, from the smallest to the largest; null where they were not asked for."""

    avg: float
    p50: float
    samples: list[float] | None = None
    heap: Heap | None = None


class Run(Shape):
    name: str
    args: dict[str, Any] = Field(default={})
    stats: Stats | None = None
    error: Any = None


class Entry(Shape):
    alias: str
    group: int = 0
    runs: list[Run]


class Group(Shape):
    name: str | None = None


class Cpu(Shape):
    name: str | None = None


class Context(Shape):
    now: float = 0.0
    arch: str | None = None
    runtime: str | None = None
    version: str | None = None
    cpu: Cpu = Cpu()


class File(Shape):
    context: Context
    benchmarks: list[Entry]
    layout: list[Group] = Field(default=[])


def recognizes(source: Source) -> bool:
    data = source.data
    benchmarks = data.get("benchmarks") if isinstance(data, dict) else None
    if not isinstance(benchmarks, list) or not isinstance(data.get("context"), dict):
        return False
    return all(isinstance(one, dict) and "alias" in one and "runs" in one for one in benchmarks) and "layout" in data


def read(source: Source) -> Found:
    file: File = shaped(File, source.data)
    context = file.context
    runtime = " ".join(filter(None, [context.runtime, context.version]))
    return Found(
        tool=TITLE,
        language=context.runtime or "node",
        created=datetime.fromtimestamp(context.now / 1000, UTC) if context.now > 0 else None,
        benchmarks=[_benchmark(entry, run, file.layout, runtime) for entry in file.benchmarks for run in entry.runs],
        machine=machine(cpu=context.cpu.name or "", kernel=context.arch or ""),
    )


def _benchmark(entry: Entry, run: Run, layout: list[Group], runtime: str) -> Benchmark:
    group = layout[entry.group].name if 0 <= entry.group < len(layout) else None
    named = parameters(run.args) if run.args else ""
    workload = ", ".join(filter(None, [group, named])) or PLAIN
    # An alias has the arguments' names in it: joined $count.
    name = " ".join(word for word in entry.alias.split() if not word.startswith("$")) or entry.alias
    if run.stats is None:
        return Benchmark(name, workload, reason=_reason(run.error), runtime=runtime)
    stats = run.stats
    allocated = stats.heap.avg if stats.heap and stats.heap.avg >= 0 else None
    return Benchmark(
        name,
        workload,
        processes=[Process([batch(ns, allocated=allocated) for ns in stats.samples or [stats.p50]])],
        summary=not stats.samples,
        says_ns=stats.avg,
        runtime=runtime,
    )


def _reason(error: Any) -> str:
    message = error.get("message") if isinstance(error, dict) else error
    return str(message or "it has no figures")
