"""Whether other harnesses measure the same as ours: the same adapter, records and operation, in turns."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.boundaries.boundary import Place
from assay.boundaries.codecs.boundary import Codecs
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one, rest
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.measure.executor import ProcessExecutor
from assay.measure.harnesses.peer import Peer
from assay.results.document import Cell
from assay.results.request import Settings
from assay.runner.broken import Broken
from assay.runner.process import Limits

MEASURE_SECONDS = 2.5  # before theirs and after it: five as theirs, so that a neighbour's seconds are a part of both


def agree(
    catalog: Catalog,
    peer: Peer,
    contestant: str,
    operation: str,
    records: RecordSet,
    settings: Settings,
    rounds: int,
    progress: Progress,
) -> tuple[list[float], list[float]]:
    """Measure one cell by our harness and by another one, in turns: ns per record in each round, ours and theirs.

    Theirs takes ten seconds and more, in which the machine may change. So ours is measured before it and after it, and
    the geometric mean of both counts. Both are medians over batches.
    """
    built = build_one(catalog.contestant(contestant), records)
    rest()
    if built.start is None:
        raise AssayError(f"{contestant}: {built.reason}")
    with tempfile.TemporaryDirectory(prefix="assay-") as text:
        folder = Path(text)
        place = Place(Limits(settings.memory_limit_bytes, settings.reply_seconds), folder, progress.now)
        subject = Codecs().prove(built, [codec_task(records, operation)], place).outcomes[0].found
        if isinstance(subject, Broken):
            raise AssayError(f"{contestant} {operation}: {subject.reason}")
        cell = Cell(contestant=contestant, workload=records.workload, operation=operation)
        longer = settings.model_copy(update={"measure_seconds": MEASURE_SECONDS})
        execute = ProcessExecutor({cell.key: subject}, longer, contestant, seed=1, folder=folder)
        ours: list[float] = []
        theirs: list[float] = []
        for number in range(rounds):
            progress.now(f"{peer.name} against our harness, round {number + 1} of {rounds}")
            try:
                before = execute.by_itself(cell, 2 * number).value
                theirs.append(peer.measure(built, subject.task, folder))
                ours.append(math.sqrt(before * execute.by_itself(cell, 2 * number + 1).value))
            except Broken as broken:
                raise AssayError(f"{contestant} {operation}: {broken.reason}") from None
    return ours, theirs
