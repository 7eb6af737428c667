"""pytest-benchmark's JSON (`--benchmark-json`, or as it saves results): rounds of a test in one process, in seconds."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from assay.results.importing import (
    PLAIN,
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
    utc,
)

TITLE = "pytest-benchmark"
FORM = "its JSON, --benchmark-json"


class Stats(Shape):
    """``data``: seconds of an iteration in each round; not there where results were saved without it."""

    median: float
    mean: float
    iterations: int = 1
    data: list[float] = Field(default=[])


class Test(Shape):
    name: str
    fullname: str
    group: str | None = None
    params: dict[str, Any] | None = None
    stats: Stats


class Cpu(Shape):
    brand_raw: str = ""
    count: int = 0


class Facts(Shape):
    cpu: Cpu = Cpu()
    system: str = ""
    release: str = ""
    machine: str = ""
    python_implementation: str = ""
    python_version: str = ""


class File(Shape):
    machine_info: Facts
    benchmarks: list[Test]
    datetime: str = ""
    version: str = ""


def recognizes(source: Source) -> bool:
    return isinstance(source.data, dict) and "machine_info" in source.data and "benchmarks" in source.data


def read(source: Source) -> Found:
    file: File = shaped(File, source.data)
    facts = file.machine_info
    runtime = " ".join(filter(None, [facts.python_implementation, facts.python_version]))
    return Found(
        tool=TITLE,
        language="python",
        version=file.version,
        created=utc(file.datetime),
        benchmarks=[_benchmark(test, runtime) for test in file.benchmarks],
        machine=machine(
            cpu=facts.cpu.brand_raw,
            cores=facts.cpu.count,
            kernel=" ".join(filter(None, [facts.system, facts.release, facts.machine])),
            python=facts.python_version,
        ),
    )


def _benchmark(test: Test, runtime: str) -> Benchmark:
    """The name without the parameters in brackets, which are the workload's; a group holds what is to be compared."""
    stats = test.stats
    named = parameters(test.params) if test.params else ""
    rounds = [batch(seconds * SECONDS_NS, stats.iterations) for seconds in stats.data]
    return Benchmark(
        test.fullname.partition("[")[0] if test.params else test.fullname,
        workload=", ".join(filter(None, [test.group, named])) or PLAIN,
        processes=[Process(rounds or [batch(stats.median * SECONDS_NS)])],
        summary=not rounds,
        says_ns=stats.mean * SECONDS_NS,
        runtime=runtime,
    )
