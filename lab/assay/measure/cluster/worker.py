"""The lab on a machine of a cluster: `python -m assay.measure.cluster.worker` takes messages on standard input.

It ends when its input does, also in the middle of a block: then its contestants are ended as by Ctrl-C.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import tempfile
import threading
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from pydantic import BaseModel, TypeAdapter

from assay.base import cache
from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.measure import profiles
from assay.measure import run as runs
from assay.measure.blocks import measure_block
from assay.measure.cluster.messages import Failed, Measure, Measured, Prepare, Prepared
from assay.measure.disturbance import disturbed
from assay.measure.executor import ProcessExecutor
from assay.measure.prepare import prepare
from assay.measure.selection.select import select
from assay.results.document import Cell

MESSAGES: TypeAdapter[Prepare | Measure] = TypeAdapter(Prepare | Measure)


class Lab:
    """One run on this machine: prepared once, then asked for blocks."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self.folder = folder
        self.progress = progress
        self.execute: ProcessExecutor | None = None
        self.cells: dict[str, Cell] = {}
        self.disturbed = False

    def answer(self, message: Prepare | Measure) -> BaseModel:
        try:
            return self.prepare(message) if isinstance(message, Prepare) else self.measure(message)
        except AssayError as error:
            return Failed(error=str(error))

    def prepare(self, message: Prepare) -> Prepared:
        request = message.request
        for file, path in ((request.data, message.data), (request.data_schema, message.schema_file)):
            if file is not None and path is not None:
                file.path = Path(path)
        known = catalog.load()
        selection = select(known, request)
        made = prepare(known, selection, profiles.limits_of(request.settings), self.folder, self.progress)
        document = runs.plan_document(made, selection)
        runs.add_control(document, made)
        plan = document.plan
        self.execute = ProcessExecutor(made.subjects, plan.settings, plan.baseline, plan.seed, self.folder)
        with alone():
            runs.measure_harness(document, self.execute, self.progress)
        self.cells = {cell.key: cell for cell in document.cells}
        self.disturbed = request.disturbed
        return Prepared(document=document, ready=list(made.subjects))

    def measure(self, message: Measure) -> Measured:
        assert self.execute is not None
        cells = [self.cells[key] for key in message.cells]
        with alone(), disturbed() if self.disturbed else nullcontext():
            block = measure_block(cells, self.execute, message.number, lambda *_: None, lambda *_: None)
        return Measured(block=block)


def alone() -> AbstractContextManager[None]:
    """While this is held, no other machine of the cluster that is a node of this computer measures."""
    return cache.locked(cache.root() / "cluster" / "measuring")


def main() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Ray's processes may ignore it, and so would this one
    # Whatever prints goes to standard error: the answers have standard output for themselves.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    messages: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read, args=[sys.stdin, messages], daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        lab = Lab(Path(folder), Progress())
        try:
            while True:
                answer = lab.answer(MESSAGES.validate_json(messages.get()))
                answers.write(answer.model_dump_json() + "\n")
                answers.flush()
        except KeyboardInterrupt:
            return


def _read(stream: TextIO, messages: queue.Queue[str]) -> None:
    for line in stream:
        messages.put(line)
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    main()
