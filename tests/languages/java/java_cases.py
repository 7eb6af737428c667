"""What the tests of Java's room share: a built contestant's work on records, judged without timing anything."""

from __future__ import annotations

from pathlib import Path

from assay.boundaries.codecs import proof
from assay.boundaries.codecs.self_read import in_format, reread
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import Built
from assay.data.recordset import RecordSet
from assay.operations import named
from assay.runner import session
from assay.runner.process import Limits


def round_trip(built: Built, records: RecordSet, limits: Limits, folder: Path) -> None:
    """Have every operation on single records done and judged. Broken where an output is not right."""
    encoded = in_format(built, records, limits, folder)
    with session.start(built, folder / "process.log", limits) as process:
        session.greet(process, built)
        session.load(process, codec_task(records, "encode", encoded), records.records)
        for operation in (o for o in built.contestant.manifest.operations if o in named("codec")):
            task = codec_task(records, operation, encoded)
            proof.outputs(process, task, records.records, folder / "out", reread(built, task, limits, folder))
