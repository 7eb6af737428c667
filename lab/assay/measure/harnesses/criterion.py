"""Criterion with the adapter compiled into it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.builder.builder import Built
from assay.languages.rust.recipe import Rust
from assay.languages.shared.recipe import BuildFailed, Inputs
from assay.measure.harnesses.peer import Peer, keys, ns_per_record, run
from assay.runner.task import Task


def criterion(built: Built, task: Task[Any], folder: Path) -> float:
    """Criterion's samples by its own settings: three seconds of warming up, 100 samples in five seconds."""
    program = folder / "criterion" / "benchmark"
    if not program.exists():
        program.parent.mkdir()
        build(built, task, program.parent)
    found = folder / "criterion" / "found"
    run([str(program), "--bench", "--noplot"], variables(task, found), folder)
    return ns_per_record(found / task.operation, "criterion", task)


def build(built: Built, task: Task[Any], folder: Path) -> Path:
    """The adapter as a program of Criterion, built into a folder. AssayError where it cannot be."""
    typed = built.contestant.manifest.types != "none"
    inputs = Inputs(built.contestant, task.records.schema_text if typed else None)
    try:
        return Rust().build_benchmark(inputs, folder, folder / "benchmark.log")
    except BuildFailed as error:
        raise AssayError(f"{built.contestant.name} as a program of Criterion: {error}") from None


def variables(task: Task[Any], home: Path) -> dict[str, str]:
    """The environment of such a program: what it measures, and the folder in which Criterion keeps what it found."""
    return {"ASSAY_PEER": json.dumps(keys(task)), "CRITERION_HOME": str(home)}


PEER = Peer("Criterion", "rust", criterion)
