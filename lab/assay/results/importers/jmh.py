"""JMH's JSON (`-rf json`): an entry for each method, mode and set of parameters, with forks and their iterations."""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from assay.base.errors import AssayError
from assay.results.importing import (
    CALL,
    Benchmark,
    Found,
    Process,
    Shape,
    Source,
    batch,
    in_ns,
    machine,
    parameters,
    shaped,
)

TITLE = "JMH"
FORM = "its JSON, -rf json"

# What its modes measure. A method that is measured in several modes is a cell in each.
OPERATIONS = {
    "avgt": CALL,
    "thrpt": "call by throughput",
    "sample": "sampled call",
    "ss": "single shot",
}
ALLOCATED = ("gc.alloc.rate.norm", "·gc.alloc.rate.norm")  # by `-prof gc`, in bytes an operation

# It writes the word "NaN" where it knows no number.
Number = Annotated[float, BeforeValidator(lambda value: math.nan if value == "NaN" else value)]


class Metric(Shape):
    score: Number
    scoreUnit: str
    scoreConfidence: tuple[Number, Number] = (math.nan, math.nan)
    rawData: list[list[Number]] = Field(default=[])
    rawDataHistogram: list[list[list[tuple[Number, int]]]] = Field(default=[])


class Entry(Shape):
    benchmark: str
    mode: str
    primaryMetric: Metric
    secondaryMetrics: dict[str, Metric] = Field(default={})
    params: dict[str, str] = Field(default={})
    threads: int = 1
    jmhVersion: str = ""
    jdkVersion: str = ""
    vmName: str = ""


def recognizes(source: Source) -> bool:
    data = source.data
    return (
        isinstance(data, list) and all(isinstance(one, dict) and "primaryMetric" in one for one in data) and data != []
    )


def read(source: Source) -> Found:
    entries: list[Entry] = shaped(list[Entry], source.data)
    return Found(
        tool=TITLE,
        language="java",
        version=entries[0].jmhVersion,
        benchmarks=[_benchmark(entry) for entry in entries],
        machine=machine(),
    )


def _benchmark(entry: Entry) -> Benchmark:
    threads = {"threads": entry.threads} if entry.threads > 1 else {}
    metric = entry.primaryMetric
    allocated = next((entry.secondaryMetrics[name] for name in ALLOCATED if name in entry.secondaryMetrics), None)
    named: dict[str, Any] = {**entry.params, **threads}
    processes = _processes(metric, allocated)
    return Benchmark(
        entry.benchmark,
        workload=parameters(named),
        operation=OPERATIONS.get(entry.mode, entry.mode),
        processes=processes or [Process([batch(_ns(metric.score, metric.scoreUnit))])],
        summary=not processes,
        says_ns=_ns(metric.score, metric.scoreUnit),
        interval_ns=_interval(metric),
        runtime=" ".join(filter(None, [entry.vmName, entry.jdkVersion])),
    )


def _interval(metric: Metric) -> tuple[float, float]:
    """Of 99.9%, by JMH; the ends of a rate's change places."""
    low, high = sorted(_ns(end, metric.scoreUnit) for end in metric.scoreConfidence)
    return low, high


def _processes(metric: Metric, allocated: Metric | None) -> list[Process]:
    """One for each fork, with a batch for each iteration. It does not say how many operations an iteration did."""
    unit = metric.scoreUnit
    if metric.rawDataHistogram:
        return [Process([_sampled(counted, unit) for counted in fork]) for fork in metric.rawDataHistogram]
    bytes_each = allocated.rawData if allocated else []
    return [
        Process(
            [batch(_ns(score, unit), allocated=_at(bytes_each, number, place)) for place, score in enumerate(scores)]
        )
        for number, scores in enumerate(metric.rawData)
    ]


def _sampled(counted: list[tuple[float, int]], unit: str) -> Any:
    """An iteration of single calls: the mean of their times, of which each stands with how often it was seen."""
    calls = sum(count for _, count in counted)
    if calls < 1:
        raise AssayError("an iteration has no sampled call")
    return batch(_ns(math.fsum(time * count for time, count in counted) / calls, unit), calls)


def _at(table: list[list[float]], number: int, place: int) -> float | None:
    known = number < len(table) and place < len(table[number]) and math.isfinite(table[number][place])
    return table[number][place] if known else None


def _ns(score: float, unit: str) -> float:
    """A score, which is a time an operation or operations a time."""
    first, _, second = unit.partition("/")
    if second == "op":
        return score * in_ns(first)
    if first == "ops":
        # An interval of rates may reach below 0.
        return in_ns(second) / score if score > 0 or math.isnan(score) else math.inf
    raise AssayError(f'"{unit}" is neither a time nor a rate of operations')
