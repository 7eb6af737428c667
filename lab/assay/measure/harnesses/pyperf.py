"""pyperf on the adapter in its own environment."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.base.checkout import KITS
from assay.builder.builder import Built
from assay.languages.python.environment import environment, interpreter
from assay.measure.harnesses.peer import Peer, keys, ns_per_record, run
from assay.runner.task import Task

REQUIREMENTS = KITS / "python" / "peer" / "requirements.lock"
SCRIPT = KITS / "python" / "peer" / "adapter_benchmark.py"
BRIEF = ("--processes", "3", "--values", "3", "--warmups", "1", "--min-time", "0.2")


def pyperf(built: Built, task: Task[Any], folder: Path) -> float:
    """pyperf's values of three processes, three each."""
    result = folder / "pyperf.json"
    result.unlink(missing_ok=True)
    measure(built, task, folder, result, BRIEF)
    return ns_per_record(result, "pyperf", task)


def measure(built: Built, task: Task[Any], folder: Path, result: Path, options: Sequence[str]) -> None:
    """Have pyperf measure the adapter, into a file that is not there yet; one loop of it is a pass."""
    assert built.start is not None
    python, adapter = built.start.command[0], built.start.command[-1]
    path = os.pathsep.join([built.start.environment["PYTHONPATH"], str(packages())])
    peer = json.dumps({"adapter": adapter, **keys(task)})
    variables = {**built.start.environment, "PYTHONPATH": path, "ASSAY_PEER": peer}
    run([python, str(SCRIPT), "--quiet", *options, "--output", str(result)], variables, folder)


def compare(reference: Path, variant: Path, folder: Path) -> str:
    """What pyperf prints when it compares two files."""
    command = [interpreter(environment(REQUIREMENTS)), "-m", "pyperf", "compare_to", str(reference), str(variant)]
    return run(command, {}, folder)


def pyperf_version() -> str:
    """The version that the lock pins."""
    found = re.search(r"^pyperf==(\S+)", REQUIREMENTS.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def packages() -> Path:
    """pyperf, installed by itself, so that it adds nothing to a contestant's own environment."""
    made = environment(REQUIREMENTS)
    (packages,) = made.glob("lib/python*/site-packages")
    return packages


PEER = Peer("pyperf", "python", pyperf)
