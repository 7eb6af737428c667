"""Real runs that the user interrupts at a known place."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.catalog.catalog import Catalog
from assay.measure import run as runs
from assay.measure.executor import ProcessExecutor
from assay.progress import Progress
from assay.results import store
from assay.results.document import Cell, Document, Sample
from assay.results.request import Request


def interrupted(known: Catalog, request: Request, output: Path) -> Document:
    """The document of a run that Ctrl-C ended in its second block, before its first cell."""

    class Stopped(ProcessExecutor):
        def __call__(self, cell: Cell, block: int, position: int) -> Sample:
            if block == 1:
                raise KeyboardInterrupt
            return super().__call__(cell, block, position)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "ProcessExecutor", Stopped)
        with pytest.raises(runs.Interrupted):
            runs.run(known, request, output, Progress(quiet=True))
    document = store.read(output)
    assert document.state == "interrupted"
    assert len(document.blocks) == 1
    return document
