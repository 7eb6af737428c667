"""The gate by instructions: the same question where the answer must not depend on the machine's mood."""

from __future__ import annotations

import math
import statistics
import tempfile
from pathlib import Path
from typing import Any

from assay.analysis.changes import Change, Changes, Lost
from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.builder.builder import recipe_for
from assay.catalog.catalog import Catalog, Contestant
from assay.measure.prepare import prepare
from assay.measure.selection.select import select
from assay.results.document import Cell
from assay.results.request import Request
from assay.runner import callgrind
from assay.runner.process import Limits
from assay.stats.thresholds import Difference

REPEATS = 3
TIMEOUT = 600.0  # seconds for one process under callgrind, which is some fifty times slower


def check(original: Contestant) -> None:
    """AssayError where the instructions of this contestant cannot be counted here."""
    if not recipe_for(original).machine_code:
        raise AssayError(
            f"{original.name}: instructions are counted of programs in machine code; {original.language} runs on a "
            "runtime that compiles or interprets, so measure times"
        )
    if problem := callgrind.problem():
        raise AssayError(f"--counter instructions needs callgrind: {problem}")


def count(catalog: Catalog, request: Request, names: tuple[str, str], progress: Progress) -> Changes:
    """Build, prove, and count both. A change's ``times`` are instructions a record; its error is that of repeats."""
    found: list[Change] = []
    lost: list[Lost] = []
    with tempfile.TemporaryDirectory(prefix="assay-") as text:
        folder = Path(text)
        limits = Limits(request.settings.memory_limit_bytes, request.settings.reply_seconds)
        prepared = prepare(catalog, select(catalog, request), limits, folder, progress, nulls=False)
        cells = {(cell.subject, cell.contestant): cell for cell in prepared.cells}
        versions = tuple(prepared.contestants[name].shown_version for name in names)
        for subject in dict.fromkeys(cell.subject for cell in prepared.cells):
            old, new = (cells.get((subject, name)) for name in names)
            if old is None or old.key not in prepared.subjects:
                continue
            if new is None or new.key not in prepared.subjects:
                lost.append(Lost(subject, names[1], new.status if new else "failed", new.reason if new else ""))
                continue
            counts = [_counts(prepared.subjects[cell.key], cell, folder, request.seed, progress) for cell in (old, new)]
            means = statistics.fmean(counts[0]), statistics.fmean(counts[1])
            difference = _logs(counts[1]).less(_logs(counts[0]))
            found.append(Change(subject, names[1], (versions[0], versions[1]), "paired", difference, means))
        if not found and not lost:
            reasons = [f"{cell.contestant}: {cell.reason}" for cell in prepared.cells if cell.reason]
            raise AssayError(f"nothing was proved of {names[0]}{': ' + reasons[0] if reasons else ''}")
    return Changes(found, lost)


def _counts(subject: Any, cell: Cell, folder: Path, seed: int, progress: Progress) -> list[float]:
    found = []
    for repeat in range(REPEATS):
        progress.now(f"counting instructions of {cell.key}, {repeat + 1} of {REPEATS}")
        found.append(callgrind.instructions(subject.built, subject.task, folder, seed + repeat, TIMEOUT))
    return found


def _logs(counts: list[float]) -> Difference:
    """Fewer instructions are more speed."""
    logs = [-math.log(count) for count in counts]
    return Difference(statistics.fmean(logs), statistics.stdev(logs) / math.sqrt(len(logs)), len(logs) - 1.0)
