"""Other harnesses that run a contestant's own adapter on the same files: JMH, pyperf, Google Benchmark.

They share nothing with the kits' measuring loops, so that their agreement with ours says something.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.errors import AssayError
from assay.house import KITS
from assay.languages.cpp.recipe import Cpp
from assay.languages.python.environment import environment
from assay.recipes.recipe import BuildFailed, Inputs
from assay.runner.task import Task

DEBIAN = ("libbenchmark-dev",)  # Google Benchmark
PATIENCE = 600  # seconds for one run of another harness


@dataclass(frozen=True)
class Peer:
    """``measure(built, task, folder)`` gives the mean ns per record by the other harness."""

    name: str
    language: str
    measure: Callable[[Built, Task[Any], Path], float]


def jmh(built: Built, task: Task[Any], folder: Path) -> float:
    """JMH's average time: one fork, five warm-up and five measurement iterations of a second."""
    assert built.start is not None
    records = task.records
    main = built.start.command.index("assay.kit.Main")
    properties = {
        "adapter": built.start.command[main + 1],
        "schema": records.schema_path,
        "resolved": records.resolved_path,
        "records": records.records.records_path,
        "encoded": task.encoded.path(records.records),
        "count": records.facts.count,
    }
    result = folder / "jmh.json"
    command = [
        built.start.command[0],
        *(f"-Dassay.{key}={value}" for key, value in properties.items()),
        *built.start.command[1:main],
        "org.openjdk.jmh.Main",
        rf"AdapterBenchmark\.{task.operation}$",
        *("-f", "1", "-wi", "5", "-w", "1", "-i", "5", "-r", "1"),
        *("-rf", "json", "-rff", str(result), "-o", str(folder / "jmh.log")),
    ]
    _run(command, built.start.environment, folder)
    (entry,) = json.loads(result.read_text())
    return float(entry["primaryMetric"]["score"]) / records.facts.count


def pyperf(built: Built, task: Task[Any], folder: Path) -> float:
    """pyperf's mean over three processes."""
    assert built.start is not None
    records = task.records
    python, adapter = built.start.command[0], built.start.command[-1]
    keys = {
        "adapter": adapter,
        "schema": str(records.schema_path),
        "resolved": str(records.resolved_path),
        "records": str(records.records.records_path),
        "encoded": str(task.encoded.path(records.records)),
        "count": records.facts.count,
        "operation": task.operation,
    }
    result = folder / "pyperf.json"
    result.unlink(missing_ok=True)
    path = os.pathsep.join([built.start.environment["PYTHONPATH"], str(_pyperf_packages())])
    variables = {**built.start.environment, "PYTHONPATH": path, "ASSAY_PEER": json.dumps(keys)}
    script = str(KITS / "python" / "peer" / "adapter_benchmark.py")
    _run([python, script, "--quiet", "--output", str(result)], variables, folder)
    runs = json.loads(result.read_text())["benchmarks"][0]["runs"]
    values = [float(value) for run in runs for value in run.get("values", [])]
    return statistics.fmean(values) * 1e9 / records.facts.count


def google_benchmark(built: Built, task: Task[Any], folder: Path) -> float:
    """Google Benchmark's median of five repetitions, of the same adapter compiled for it."""
    records = task.records
    typed = built.contestant.manifest.types != "none"
    program = folder / "google-benchmark" / "benchmark"
    if not program.exists():
        program.parent.mkdir()
        inputs = Inputs(built.contestant, records.schema_text if typed else None)
        try:
            Cpp().build_benchmark(inputs, program.parent, folder / "benchmark.log")
        except BuildFailed as error:
            raise AssayError(f"{built.contestant.name} as a program of Google Benchmark: {error}") from None
    result = folder / "google-benchmark.json"
    command = [
        str(program),
        f"--schema={records.schema_path}",
        f"--resolved={records.resolved_path}",
        f"--records={records.records.records_path}",
        f"--encoded={task.encoded.path(records.records)}",
        f"--count={records.facts.count}",
        f"--operation={task.operation}",
        *("--benchmark_repetitions=5", "--benchmark_report_aggregates_only=true"),
        *(f"--benchmark_out={result}", "--benchmark_out_format=json"),
    ]
    _run(command, {}, folder)
    entries = json.loads(result.read_text())["benchmarks"]
    median = next(entry for entry in entries if entry["name"].endswith("_median"))
    return float(median["real_time"]) / records.facts.count


PEERS = (
    Peer("JMH", "java", jmh),
    Peer("pyperf", "python", pyperf),
    Peer("Google Benchmark", "cpp", google_benchmark),
)


def _pyperf_packages() -> Path:
    """pyperf, installed by itself, so that it adds nothing to a contestant's own environment."""
    made = environment(KITS / "python" / "peer" / "requirements.lock")
    (packages,) = made.glob("lib/python*/site-packages")
    return packages


def _run(command: list[str], environment: dict[str, str], folder: Path) -> None:
    log = folder / "peer.log"
    with log.open("wb") as output:
        done = subprocess.run(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=folder,
            timeout=PATIENCE,
            check=False,
        )
    if done.returncode != 0:
        last = log.read_text(errors="replace").strip().splitlines()[-1:] or ["no output"]
        raise AssayError(f"{Path(command[0]).name} of the other harness failed: {last[0]}")
