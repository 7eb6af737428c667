"""Real runs that the user interrupts at a known place."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.measure import run as runs
from assay.measure.executor import Now, ProcessExecutor, Results
from assay.measure.groups import Group
from assay.results import store
from assay.results.document import Document
from assay.results.request import Request


def interrupted(known: Catalog, request: Request, output: Path) -> Document:
    """The document of a run that Ctrl-C ended in its second block, before its first group."""

    class Stopped(ProcessExecutor):
        def measure(self, group: Group, block: int, number: int, now: Now) -> Results:
            if block == 1:
                raise KeyboardInterrupt
            return super().measure(group, block, number, now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "ProcessExecutor", Stopped)
        with pytest.raises(runs.Interrupted):
            runs.run(known, request, output, Progress(quiet=True))
    document = store.read(output)
    assert document.state == "interrupted"
    assert len(document.blocks) == 1
    return document
