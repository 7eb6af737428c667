"""Google Benchmark with the adapter compiled into it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.builder.builder import Built
from assay.languages.cpp.recipe import Cpp
from assay.languages.shared.recipe import BuildFailed, Inputs
from assay.measure.harnesses.peer import Peer, ns_per_record, run
from assay.runner.task import Task


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
    run(command, {}, folder)
    return ns_per_record(result, "google-benchmark", task)


PEER = Peer("Google Benchmark", "cpp", google_benchmark, ("libbenchmark-dev",))
