"""Another harness that runs a contestant's own adapter on the same files, for its agreement with ours.

They share nothing with the kits' measuring loops, so that their agreement says something.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.builder.builder import Built
from assay.results import importers
from assay.results.importing import Benchmark, median_ns
from assay.runner.task import Task

PATIENCE = 600  # seconds for one run of another harness


@dataclass(frozen=True)
class Peer:
    """``measure(built, task, folder)`` gives the median ns per record by the other harness."""

    name: str
    language: str
    measure: Callable[[Built, Task[Any], Path], float]
    debian: tuple[str, ...] = ()


def keys(task: Task[Any]) -> dict[str, str | int]:
    """What another harness is to measure: the operation, and the files that `load` names."""
    records = task.records
    return {
        "schema": str(records.schema_path),
        "resolved": str(records.resolved_path),
        "records": str(records.records.records_path),
        "encoded": str(task.encoded.path(records.records)),
        "count": records.facts.count,
        "operation": task.operation,
    }


def said(source: Path, tool: str) -> Benchmark:
    """The one benchmark that a file or folder of the other harness holds. AssayError where it does not."""
    found = importers.read(source, tool).benchmarks
    if len(found) != 1 or found[0].says_ns is None:
        raise AssayError(f"{tool} measured {len(found)} benchmarks with a figure, not one")
    return found[0]


def ns_per_record(source: Path, tool: str, task: Task[Any]) -> float:
    """The median over all batches that the other harness tells of; one operation of it is a pass.

    Not what it prints, for most print a mean: that holds the moments that a neighbour took, and our median does not.
    """
    batches = [batch for process in said(source, tool).processes for batch in process.batches]
    return median_ns(batches) / task.records.facts.count


def run(command: list[str], environment: dict[str, str], folder: Path) -> str:
    """Run another harness; gives what it printed. AssayError where it fails or does not end."""
    log = folder / "peer.log"
    name = Path(command[0]).name
    with log.open("wb") as output:
        try:
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
        except subprocess.TimeoutExpired:
            raise AssayError(f"{name} of the other harness did not end within {PATIENCE} s") from None
    text = log.read_text(encoding="utf-8", errors="replace")
    if done.returncode != 0:
        last = text.strip().splitlines()[-1:] or ["no output"]
        raise AssayError(f"{name} of the other harness failed: {last[0]}")
    return text
