"""pyperf's JSON (`-o`): a suite of benchmarks, each of several processes with values and warm-ups, in seconds."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from assay.errors import AssayError
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
    merged = [_merged(suite, entry, run) for entry in suite.benchmarks for run in entry.runs]
    facts = merged[0] if merged else dict(suite.metadata)
    dates = [found for one in merged if (found := utc(str(one.get("date", ""))))]
    return Found(
        tool=TITLE,
        language="python",
        version=str(facts.get("perf_version", "")),
        created=min(dates, default=None),
        benchmarks=[_benchmark(suite, entry) for entry in suite.benchmarks],
        machine=machine(
            cpu=str(facts.get("cpu_model_name", "")),
            cores=int(facts.get("cpu_count", 0)),
            kernel=str(facts.get("platform", "")),
            python=str(facts.get("python_version", "")),
        ),
    )


def _merged(suite: Suite, entry: Entry, run: Run) -> dict[str, Any]:
    """What is common to several stands above them once."""
    return {**suite.metadata, **entry.metadata, **run.metadata}


def _benchmark(suite: Suite, entry: Entry) -> Benchmark:
    facts = {**suite.metadata, **entry.metadata}
    name = str(facts.get("name", "benchmark"))
    if (unit := facts.get("unit", "second")) != "second":
        raise AssayError(f'{name}: measures a "{unit}", and not time')
    processes = [_process(run, _merged(suite, entry, run)) for run in entry.runs if run.values]
    if not processes:
        return Benchmark(name, reason="no process of it has values")
    return Benchmark(
        name,
        processes=processes,
        says_ns=mean_ns([one for process in processes for one in process.batches]),
        runtime=" ".join(str(facts[key]) for key in ("python_implementation", "python_version") if key in facts),
        description=str(facts.get("timeit_stmt", "")),
    )


def _process(run: Run, facts: dict[str, Any]) -> Process:
    inner = int(facts.get("inner_loops", 1))
    loops = int(facts.get("loops", 1)) * inner
    return Process(
        [batch(value * SECONDS_NS, loops) for value in run.values],
        warm_batches=len(run.warmups),
        warm_ns=round(sum(count * inner * value for count, value in run.warmups) * SECONDS_NS),
        peak_rss_bytes=int(facts.get("mem_max_rss", 0)),
    )
