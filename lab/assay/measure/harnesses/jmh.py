"""JMH on the adapter's own class path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.languages.java.maven import KIT_POM
from assay.measure.harnesses.peer import Peer, keys, ns_per_record, run
from assay.runner.task import Task

BRIEF = ("-f", "1", "-wi", "5", "-w", "1", "-i", "50", "-r", "100ms")


def jmh(built: Built, task: Task[Any], folder: Path) -> float:
    """JMH's average time: one fork, five seconds of warming up, and the median of 50 iterations of 100 ms."""
    return ns_per_record(measure(built, task, folder, BRIEF), "jmh", task)


def measure(built: Built, task: Task[Any], folder: Path, options: Sequence[str]) -> Path:
    """The file with what JMH says of the adapter; one operation of it is a pass."""
    assert built.start is not None
    main = built.start.command.index("assay.kit.Main")
    properties = {"adapter": built.start.command[main + 1], **keys(task)}
    result = folder / "jmh.json"
    command = [
        built.start.command[0],
        *(f"-Dassay.{key}={value}" for key, value in properties.items() if value is not None),
        *built.start.command[1:main],
        "org.openjdk.jmh.Main",
        rf"AdapterBenchmark\.{task.operation}$",
        *options,
        *("-rf", "json", "-rff", str(result), "-o", str(folder / "jmh.log")),
    ]
    run(command, built.start.environment, folder)
    return result


def jmh_version() -> str:
    """The version that the kit's pom pins."""
    found = re.search(r"<jmh\.version>(.*?)</jmh\.version>", KIT_POM.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


PEER = Peer("JMH", "java", jmh)
