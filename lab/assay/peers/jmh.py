"""JMH on the adapter's own class path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.peers.peer import Peer, run
from assay.runner.task import Task


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
    run(command, built.start.environment, folder)
    (entry,) = json.loads(result.read_text())
    return float(entry["primaryMetric"]["score"]) / records.facts.count


PEER = Peer("JMH", "java", jmh)
