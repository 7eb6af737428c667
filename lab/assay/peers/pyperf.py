"""pyperf on the adapter in its own environment."""

from __future__ import annotations

import json
import os
import statistics
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.checkout import KITS
from assay.languages.python.environment import environment
from assay.peers.peer import Peer, keys, run
from assay.runner.task import Task


def pyperf(built: Built, task: Task[Any], folder: Path) -> float:
    """pyperf's mean over three processes."""
    assert built.start is not None
    python, adapter = built.start.command[0], built.start.command[-1]
    result = folder / "pyperf.json"
    result.unlink(missing_ok=True)
    path = os.pathsep.join([built.start.environment["PYTHONPATH"], str(_pyperf_packages())])
    variables = {
        **built.start.environment,
        "PYTHONPATH": path,
        "ASSAY_PEER": json.dumps({"adapter": adapter, **keys(task)}),
    }
    script = str(KITS / "python" / "peer" / "adapter_benchmark.py")
    run([python, script, "--quiet", "--output", str(result)], variables, folder)
    runs = json.loads(result.read_text())["benchmarks"][0]["runs"]
    values = [float(value) for run in runs for value in run.get("values", [])]
    return statistics.fmean(values) * 1e9 / task.records.facts.count


def _pyperf_packages() -> Path:
    """pyperf, installed by itself, so that it adds nothing to a contestant's own environment."""
    made = environment(KITS / "python" / "peer" / "requirements.lock")
    (packages,) = made.glob("lib/python*/site-packages")
    return packages


PEER = Peer("pyperf", "python", pyperf)
