"""pyperf's JSON (`-o`): a suite of benchmarks, each of several processes with values and warm-ups, in seconds."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from assay.base.errors import AssayError
from assay.results.importing import (
    SECONDS_NS,
    Benchmark,
    Found,
    Process,
    Shape,
    Source,
    batch,
    machine,
    mean_ns,
    shaped,
    utc,
)

TITLE = "pyperf"
FORM = "its JSON, -o"


class Facts(Shape):
    """What its metadata says. What several have in common stands above them once."""

    name: str = "benchmark"
    unit: str = "second"
    loops: int = 1
    inner_loops: int = 1
    mem_max_rss: int = 0
    date: str = ""
    perf_version: str = ""
    cpu_model_name: str = ""
    cpu_count: int = 0
    platform: str = ""
    python_implementation: str = ""
    python_version: str = ""
    timeit_stmt: str = ""


class Run(Shape):
    """One process. One without values found out how many loops to do, and measured nothing."""

    metadata: dict[str, Any] = Field(default={})
    values: list[float] = Field(default=[])
    warmups: list[tuple[int, float]] = Field(default=[])


class Entry(Shape):
    metadata: dict[str, Any] = Field(default={})
    runs: list[Run]


class Suite(Shape):
    metadata: dict[str, Any] = Field(default={})
    benchmarks: list[Entry]


def recognizes(source: Source) -> bool:
    benchmarks = source.data.get("benchmarks") if isinstance(source.data, dict) else None
    if not isinstance(benchmarks, list) or "version" not in source.data:
        return False
    return all(isinstance(one, dict) and isinstance(one.get("runs"), list) for one in benchmarks)


def read(source: Source) -> Found:
    suite: Suite = shaped(Suite, source.data)
    every = [_facts(suite, entry, run) for entry in suite.benchmarks for run in entry.runs] or [_facts(suite)]
    return Found(
        tool=TITLE,
        language="python",
        version=every[0].perf_version,
        created=min((date for facts in every if (date := utc(facts.date))), default=None),
        benchmarks=[_benchmark(suite, entry) for entry in suite.benchmarks],
        machine=machine(
            cpu=every[0].cpu_model_name,
            cores=every[0].cpu_count,
            kernel=every[0].platform,
            python=every[0].python_version,
        ),
    )


def _facts(suite: Suite, *inner: Entry | Run) -> Facts:
    metadata = dict(suite.metadata)
    for one in inner:
        metadata |= one.metadata
    facts: Facts = shaped(Facts, metadata)
    return facts


def _benchmark(suite: Suite, entry: Entry) -> Benchmark:
    facts = _facts(suite, entry)
    if facts.unit != "second":
        raise AssayError(f'{facts.name}: measures a "{facts.unit}", and not time')
    processes = [_process(run, _facts(suite, entry, run)) for run in entry.runs if run.values]
    if not processes:
        return Benchmark(facts.name, reason="no process of it has values")
    return Benchmark(
        facts.name,
        processes=processes,
        says_ns=mean_ns([one for process in processes for one in process.batches]),
        runtime=" ".join(filter(None, [facts.python_implementation, facts.python_version])),
        description=facts.timeit_stmt,
    )


def _process(run: Run, facts: Facts) -> Process:
    warm = sum(count * facts.inner_loops * value for count, value in run.warmups)
    return Process(
        [batch(value * SECONDS_NS, facts.loops * facts.inner_loops) for value in run.values],
        warm_batches=len(run.warmups),
        warm_ns=round(warm * SECONDS_NS),
        peak_rss_bytes=facts.mem_max_rss,
    )
