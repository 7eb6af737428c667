"""Sizes of encoded records: which contestants make which, workload by workload."""

from __future__ import annotations

from dataclasses import dataclass

from assay.analysis.figures import Analysis
from assay.operations import operation
from assay.results.document import ContestantFacts, Sizes, WorkloadFacts


@dataclass(frozen=True)
class SizeRow:
    """Contestants of one format that make equal sizes. ``share``: of the largest mean among all formats."""

    format: str
    contestants: list[str]
    sizes: Sizes
    share: float


def encoded(analysis: Analysis, workload: WorkloadFacts) -> list[tuple[ContestantFacts, Sizes]]:
    """The sizes of each contestant that encoded a workload, once for each, in the document's order."""
    found: dict[str, Sizes] = {}
    for cell in analysis.document.cells:
        ours = cell.workload == workload.name and not (cell.harness or cell.control)
        # What was not proved may be an operation of another harness.
        if ours and cell.proof and cell.proof.sizes and operation(cell.operation).gives == "encoded":
            found.setdefault(cell.contestant, cell.proof.sizes)
    return [(analysis.document.contestant(name), sizes) for name, sizes in found.items()]


def rows(analysis: Analysis, workload: WorkloadFacts) -> list[SizeRow]:
    """From small to large."""
    groups: dict[tuple[str, float, float, int, int, int], list[str]] = {}
    of: dict[tuple[str, float, float, int, int, int], Sizes] = {}
    for contestant, sizes in encoded(analysis, workload):
        key = (contestant.format, sizes.mean, sizes.median, sizes.largest, sizes.zstd, sizes.deflate)
        groups.setdefault(key, []).append(contestant.name)
        of[key] = sizes
    largest = max((sizes.mean for sizes in of.values()), default=0.0)
    return [
        SizeRow(key[0], groups[key], of[key], of[key].mean / largest) for key in sorted(groups, key=lambda key: key[1])
    ]
