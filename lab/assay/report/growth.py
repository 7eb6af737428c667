"""How cost grows with the number of records, where a run has one workload in several sizes."""

from __future__ import annotations

import math

from assay.report import words
from assay.report.analysis import Analysis, Comparison
from assay.report.tables import Table


def growth(analysis: Analysis) -> list[Table]:
    """A table for each workload, operation and way that was measured in several sizes; none where there is one size."""
    groups: dict[tuple[str, str, str | None], list[Comparison]] = {}
    for part in analysis.comparisons:
        base = part.workload.base or part.workload.name
        groups.setdefault((base, part.operation, part.way), []).append(part)
    return [
        _table(name, operation, way, sorted(parts, key=lambda part: part.workload.records))
        for (name, operation, way), parts in groups.items()
        if len(parts) > 1
    ]


def _table(name: str, operation: str, way: str | None, parts: list[Comparison]) -> Table:
    times: dict[str, dict[int, float]] = {}
    for part in parts:
        for row in part.rows:
            if row.time and not row.cell.control:
                times.setdefault(row.contestant.name, {})[part.workload.records] = row.time.value
    sizes = [part.workload.records for part in parts]
    rows = [
        [
            contestant,
            *(words.nanoseconds(found[n]) if n in found else "–" for n in sizes),
            _exponent(found),
        ]
        for contestant, found in times.items()
    ]
    return Table(
        f"{name} {operation}{f' {way}' if way else ''}: how cost grows",
        ["contestant", *(f"of {n:,}" for n in sizes), "grows as"],
        rows,
        set(range(1, len(sizes) + 2)),
        notes=[
            "Time per record (of get: per lookup) in sets of so many records, and the power of that number by which it "
            "grows from the smallest to the largest: 0 where each costs the same, 1 where twice as many cost twice as "
            "much each.",
        ],
    )


def _exponent(times: dict[int, float]) -> str:
    fewest, most = min(times), max(times)
    if fewest == most:
        return "–"
    return f"n^{math.log(times[most] / times[fewest]) / math.log(most / fewest):.2f}"
