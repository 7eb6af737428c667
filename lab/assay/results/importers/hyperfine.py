"""hyperfine's JSON (`--export-json`): commands, of which every run is a process of its own, in seconds."""

from __future__ import annotations

from pydantic import Field

from assay.results.importing import (
    SECONDS_NS,
    Benchmark,
    Found,
    Process,
    Shape,
    Source,
    batch,
    machine,
    parameters,
    shaped,
)

TITLE = "hyperfine"
FORM = "its JSON, --export-json"
OPERATION = "whole process"


class Result(Shape):
    command: str
    mean: float
    median: float
    times: list[float] = Field(default=[])
    memory_usage_byte: list[int] = Field(default=[])
    parameters: dict[str, str] = Field(default={})


class File(Shape):
    results: list[Result]


def recognizes(source: Source) -> bool:
    results = source.data.get("results") if isinstance(source.data, dict) else None
    return isinstance(results, list) and all(isinstance(one, dict) and "command" in one for one in results)


def read(source: Source) -> Found:
    file: File = shaped(File, source.data)
    return Found(tool=TITLE, language="", benchmarks=[_benchmark(one) for one in file.results], machine=machine())


def _benchmark(result: Result) -> Benchmark:
    memory = result.memory_usage_byte
    peaks = memory if len(memory) == len(result.times) else [0] * len(result.times)
    runs = [
        Process([batch(seconds * SECONDS_NS)], peak_rss_bytes=peak)
        for seconds, peak in zip(result.times, peaks, strict=True)
    ]
    return Benchmark(
        result.command,
        workload=parameters(result.parameters),
        operation=OPERATION,
        processes=runs or [Process([batch(result.median * SECONDS_NS)])],
        summary=not runs,
        says_ns=result.mean * SECONDS_NS,
    )
