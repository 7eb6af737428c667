"""How cost grows with the number of records, where a run has one workload in several sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from assay.report.analysis import Analysis, Comparison
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
    for part in analysis.comparisons:
        base = part.workload.base or part.workload.name
        groups.setdefault((base, part.operation, part.way.words), []).append(part)
    return [
        _growth(name, sorted(parts, key=lambda part: part.workload.records))
        for (name, _, _), parts in groups.items()
        if len(parts) > 1
    ]


def _growth(name: str, parts: list[Comparison]) -> Growth:
    times: dict[str, dict[int, float]] = {}
    for part in parts:
        for row in part.rows:
            if row.time and not row.cell.control:
                times.setdefault(row.contestant.name, {})[part.workload.records] = row.time.value
    return Growth(name, parts[0].operation, parts[0].way, [part.workload.records for part in parts], times)


def exponent(times: dict[int, float]) -> float | None:
    """The power of the number of records by which time per record grows; None for one size."""
    smallest, largest = min(times), max(times)
    if smallest == largest:
        return None
    return math.log(times[largest] / times[smallest]) / math.log(largest / smallest)
