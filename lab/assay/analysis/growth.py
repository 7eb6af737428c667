"""How cost grows with the number of records, where a run has one workload in several sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from assay.analysis.figures import Analysis, Comparison
from assay.results.way import Way


@dataclass(frozen=True)
class Growth:
    """Time per record in ns, by contestant and number of records."""

    workload: str
    operation: str
    way: Way
    sizes: list[int]
    times: dict[str, dict[int, float]]


def growth(analysis: Analysis) -> list[Growth]:
    """One for each workload, operation and way that was measured in several sizes; none where there is one size."""
    groups: dict[tuple[str, str, str], list[Comparison]] = {}
    for comparison in analysis.comparisons:
        base = comparison.workload.base or comparison.workload.name
        groups.setdefault((base, comparison.operation, comparison.way.words), []).append(comparison)
    return [
        _growth(name, sorted(comparisons, key=lambda one: one.workload.records))
        for (name, _, _), comparisons in groups.items()
        if len(comparisons) > 1
    ]


def _growth(name: str, comparisons: list[Comparison]) -> Growth:
    times: dict[str, dict[int, float]] = {}
    for comparison in comparisons:
        for row in comparison.rows:
            if row.time and not row.cell.control:
                times.setdefault(row.contestant.name, {})[comparison.workload.records] = row.time.value
    sizes = [comparison.workload.records for comparison in comparisons]
    return Growth(name, comparisons[0].operation, comparisons[0].way, sizes, times)


def exponent(times: dict[int, float]) -> float | None:
    """The power of the number of records by which time per record grows; None for one size."""
    smallest, largest = min(times), max(times)
    if smallest == largest:
        return None
    return math.log(times[largest] / times[smallest]) / math.log(largest / smallest)
