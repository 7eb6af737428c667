"""Whole processes: from cold, and warmed up where that differs, beside the pure operation."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import Literal

from assay.analysis.figures import Analysis, Comparison
from assay.results.document import Cell

Kind = Literal["cold", "warmed up", "empty"]


@dataclass(frozen=True)
class ProcessRow:
    """Times in seconds. ``relative``: to the fastest from cold. ``pure_ns``: one pass by the measurement."""

    contestant: str
    kind: Kind
    mean: float
    sd: float
    min: float
    max: float
    relative: float | None
    pure_ns: float | None


@dataclass(frozen=True)
class Processes:
    """Rows from fast to slow. ``failed``: contestants without times, and why."""

    comparison: Comparison
    rows: list[ProcessRow] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


def processes(analysis: Analysis) -> list[Processes]:
    """One for each comparison that whole processes were timed of; none where none were."""
    return [_of(analysis, one) for one in analysis.comparisons if any(row.cell.whole for row in one.rows)]


def _of(analysis: Analysis, comparison: Comparison) -> Processes:
    found = Processes(comparison)
    timed: list[tuple[Cell, Kind, list[float]]] = []
    cells = [row.cell for row in comparison.rows if not row.cell.control]
    harness = [c for c in analysis.document.cells if c.harness and c.operation == comparison.operation]
    for cell in [*cells, *harness]:
        if cell.whole is None:
            continue
        if cell.whole.reason:
            found.failed[cell.contestant] = cell.whole.reason
        if cell.whole.cold:
            timed.append((cell, "empty" if cell.harness else "cold", cell.whole.cold))
        if cell.whole.warm and not cell.harness:
            timed.append((cell, "warmed up", cell.whole.warm))
    timed.sort(key=lambda one: statistics.fmean(one[2]))
    best = min((statistics.fmean(times) for _, kind, times in timed if kind == "cold"), default=None)
    for cell, kind, times in timed:
        mean = statistics.fmean(times)
        found.rows.append(
            ProcessRow(
                contestant=cell.contestant,
                kind=kind,
                mean=mean,
                sd=statistics.stdev(times) if len(times) > 1 else 0.0,
                min=min(times),
                max=max(times),
                relative=mean / best if best and kind == "cold" else None,
                pure_ns=_pure_ns(cell, comparison),
            )
        )
    return found


def _pure_ns(cell: Cell, comparison: Comparison) -> float | None:
    if cell.harness or not cell.samples:
        return None
    return statistics.median(sample.value for sample in cell.samples) * comparison.workload.records
