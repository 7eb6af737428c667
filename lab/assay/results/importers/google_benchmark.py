"""Google Benchmark's JSON (`--benchmark_format=json`): repetitions in one process, or their aggregates alone."""

from __future__ import annotations

import re
from typing import Any

from assay.results.importing import (
    PLAIN,
    Benchmark,
    Found,
    Process,
    Shape,
    Source,
    batch,
    in_ns,
    machine,
    shaped,
    utc,
)

TITLE = "Google Benchmark"
FORM = "its JSON, --benchmark_out"

# Parts of a name that say how a benchmark is measured, and not what.
HOW = re.compile(r"(real_time|process_time|manual_time|(repeats|iterations|min_time|min_warmup_time):.*)")
SUMMARIES = ("median", "mean")
COMPLEXITY = ("BigO", "RMS")  # of a family of benchmarks, and no times


class Context(Shape):
    date: str = ""
    num_cpus: int = 0
    library_version: str = ""
    library_build_type: str = ""


class Entry(Shape):
    name: str
    run_name: str = ""
    run_type: str = "iteration"
    aggregate_name: str = ""
    iterations: int = 1
    real_time: float = 0.0
    cpu_time: float = 0.0
    time_unit: str = "ns"
    error_occurred: bool = False
    error_message: str = ""
    skipped: bool = False
    skip_message: str = ""


class File(Shape):
    context: Context
    benchmarks: list[Entry]


def recognizes(source: Source) -> bool:
    data = source.data
    if not isinstance(data, dict) or not isinstance(data.get("context"), dict):
        return False
    return "num_cpus" in data["context"] and isinstance(data.get("benchmarks"), list)


def read(source: Source) -> Found:
    file: File = shaped(File, source.data)
    runs: dict[str, list[Entry]] = {}
    for entry in [one for one in file.benchmarks if one.aggregate_name not in COMPLEXITY]:
        runs.setdefault(entry.run_name or entry.name, []).append(entry)
    context = file.context
    build = {"library built as": context.library_build_type} if context.library_build_type else {}
    return Found(
        tool=TITLE,
        language="cpp",
        version=context.library_version,
        created=utc(context.date),
        benchmarks=[_benchmark(name, entries) for name, entries in runs.items()],
        machine=machine(cores=context.num_cpus),
        told=build,
    )


def _benchmark(name: str, entries: list[Entry]) -> Benchmark:
    first, *rest = name.split("/")
    named: dict[str, Any] = {"workload": ", ".join(part for part in rest if not HOW.fullmatch(part)) or PLAIN}
    refused = next((one for one in entries if one.error_occurred or one.skipped), None)
    if refused is not None:
        return Benchmark(first, **named, reason=refused.error_message or refused.skip_message or "it was skipped")
    iterations = [one for one in entries if one.run_type == "iteration"]
    aggregates = {one.aggregate_name: one for one in entries if one.run_type == "aggregate"}
    summary = next((aggregates[kind] for kind in SUMMARIES if kind in aggregates), None)
    if not iterations and summary is None:
        return Benchmark(first, **named, reason="it has neither repetitions nor their median")
    # The iterations of an aggregate are the number of repetitions.
    batches = [_batch(one, one.iterations) for one in iterations] or [_batch(one, 1) for one in [summary] if one]
    said = [one.real_time * in_ns(one.time_unit) for one in iterations]
    says = summary.real_time * in_ns(summary.time_unit) if summary else sum(said) / len(said)
    return Benchmark(first, **named, processes=[Process(batches)], summary=not iterations, says_ns=says)


def _batch(entry: Entry, iterations: int) -> Any:
    unit = in_ns(entry.time_unit)
    return batch(entry.real_time * unit, iterations, cpu_ns=max(entry.cpu_time, 0.0) * unit)
