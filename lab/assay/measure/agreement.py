"""Whether other harnesses measure the same as ours: the same adapter, records and operation, in turns."""

from __future__ import annotations

import tempfile
from pathlib import Path

from assay.builder.builder import build_one, rest
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.errors import AssayError
from assay.measure.blocks import value
from assay.measure.executor import ProcessExecutor, Subject
from assay.progress import Progress
from assay.results.document import Cell, Settings
from assay.runner.peers import Peer
from assay.runner.process import Broken, Limits
from assay.runner.task import Task
from assay.verify.proof import prove
from assay.verify.self_read import in_format


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
    """Measure one cell by our harness and by another one, in turns: ns per record in each round, ours and theirs."""
    built = build_one(catalog.contestant(contestant), records)
    rest()
    if built.start is None:
        raise AssayError(f"{contestant}: {built.reason}")
    with tempfile.TemporaryDirectory(prefix="assay-") as text:
        folder = Path(text)
        limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)
        try:
            task = Task(records, operation, in_format=in_format(built, records, limits, folder))
        except Broken as broken:
            raise AssayError(f"{contestant} {operation}: {broken.reason}") from None
        verdict = prove(built, task, limits, folder)
        if verdict.broken or not verdict.proved:
            raise AssayError(f"{contestant} {operation}: {verdict.broken.reason if verdict.broken else 'not proved'}")
        cell = Cell(contestant=contestant, workload=records.workload, operation=operation)
        subjects = {cell.key: Subject(built, task, verdict.proved)}
        execute = ProcessExecutor(subjects, settings, seed=1, folder=folder)
        ours: list[float] = []
        theirs: list[float] = []
        for number in range(rounds):
            progress.now(f"{peer.name} against our harness, round {number + 1} of {rounds}")
            try:
                ours.append(value(execute(cell, number, 0)))
            except Broken as broken:
                raise AssayError(f"{contestant} {operation}: {broken.reason}") from None
            theirs.append(peer.measure(built, task, folder))
    return ours, theirs
