"""What the tests of Java's room share: a built contestant's work on records, judged without timing anything."""

from __future__ import annotations

from pathlib import Path

from assay.verify import proof
from assay.verify.self_read import in_format, reread

from assay.builder.builder import Built
from assay.catalog.manifests import CODEC_OPERATIONS
from assay.data.recordset import RecordSet
from assay.runner import session
from assay.runner.process import Limits
from assay.runner.task import Task


def round_trip(built: Built, records: RecordSet, limits: Limits, folder: Path) -> None:
    """Have every operation on single records done and judged. Broken where an output is not right."""
    encoded = in_format(built, records, limits, folder)
    with session.start(built, folder / "process.log", limits) as process:
        session.greet(process, built)
        session.load(process, Task(records, "encode", in_format=encoded), records.records)
        for operation in (o for o in CODEC_OPERATIONS if o in built.contestant.manifest.operations):
            task = Task(records, operation, in_format=encoded)
            proof.outputs(process, task, records.records, folder / "out", reread(built, task, limits, folder))
