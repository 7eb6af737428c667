"""Benchmark.js-like JSON: a list of benchmarks with name, hz and stats, in seconds, as `JSON.stringify` gives them.

The library has no format of its own. A suite becomes an object with its benchmarks under "0", "1", …; others write
them under "benchmarks" or "results".
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from assay.results.importing import SECONDS_NS, Benchmark, Found, Process, Shape, Source, batch, machine, shaped

TITLE = "Benchmark.js"
FORM = "JSON of its benchmarks: name, hz, stats"
LISTS = ("benchmarks", "results")


class Stats(Shape):
    mean: float = 0.0
    sample: list[float] = Field(default=[])


class Entry(Shape):
    name: str
    hz: float | None = None
    stats: Stats = Stats()
    error: Any = None


def recognizes(source: Source) -> bool:
    found = _entries(source.data)
    return bool(found) and all(isinstance(one, dict) and "name" in one and {"hz", "error"} & set(one) for one in found)


def read(source: Source) -> Found:
    entries: list[Entry] = shaped(list[Entry], _entries(source.data))
    return Found(tool=TITLE, language="node", benchmarks=[_benchmark(one) for one in entries], machine=machine())


def _entries(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    if not isinstance(data, dict):
        return []
    listed = next((data[key] for key in LISTS if isinstance(data.get(key), list)), None)
    return listed if listed is not None else [data[key] for key in data if key.isdigit()]


def _benchmark(entry: Entry) -> Benchmark:
    if entry.error:
        message = entry.error.get("message") if isinstance(entry.error, dict) else entry.error
        return Benchmark(entry.name, reason=str(message or "it failed"))
    mean = entry.stats.mean or (1 / entry.hz if entry.hz else 0.0)
    samples = [batch(seconds * SECONDS_NS) for seconds in entry.stats.sample]
    return Benchmark(
        entry.name,
        processes=[Process(samples or [batch(mean * SECONDS_NS)])],
        summary=not samples,
        says_ns=mean * SECONDS_NS,
    )
