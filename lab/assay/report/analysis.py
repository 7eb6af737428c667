"""What a results document says: each cell's figures, the ratios with their intervals, the noise floor.

Numbers only, computed from the document's raw values; the words for them are the sections'.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assay.results.document import Cell, ContestantFacts, Document, Sample, WorkloadFacts
from assay.results.way import Way
from assay.stats import noise
from assay.stats.paired import RatioInterval, Typical, ratio_interval, typical


@dataclass(frozen=True)
class Row:
    """One cell as a table shows it. Times in ns per record, sizes in bytes; None where it has no number.

    ``baseline``: whether ratios refer to it. ``share``: of the speed of the fastest cell in the comparison.
    """

    cell: Cell
    contestant: ContestantFacts
    baseline: bool = False
    time: Typical | None = None
    mean_ns: float | None = None
    records_per_second: float | None = None
    megabytes_per_second: float | None = None
    encoded_bytes: float | None = None
    ratio: RatioInterval | None = None
    verdict: str = ""
    share: float | None = None
    allocated_bytes: float | None = None
    peak_rss_bytes: int | None = None
    setup_ns: float | None = None

    @property
    def name(self) -> str:
        return f"{self.contestant.name} (again)" if self.cell.control else self.contestant.name


@dataclass(frozen=True)
class Comparison:
    """One workload × operation × way: rows from fast to slow, then those without a number."""

    workload: WorkloadFacts
    operation: str
    way: Way
    rows: list[Row]
    floor: float | None
    control: RatioInterval | None


@dataclass(frozen=True)
class HarnessCost:
    """What a kit costs per operation, and what share that is of the fastest cell of its language."""

    language: str
    operation: str
    ns: float
    share: float | None


@dataclass(frozen=True)
class Analysis:
    document: Document
    comparisons: list[Comparison]
    harness: list[HarnessCost] = field(default_factory=list)


def analyse(document: Document) -> Analysis:
    subjects = dict.fromkeys(cell.subject for cell in document.cells if not cell.harness)
    comparisons = [_comparison(document, subject) for subject in subjects]
    return Analysis(document, comparisons, _harness(document, comparisons))


def parts_ns(samples: Sequence[Sample]) -> dict[str, float]:
    """What each part of a store's step took, by its name: the median over processes, in ns."""
    names = samples[0].parts_ns if samples else {}
    return {name: statistics.median(sample.parts_ns.get(name, 0) for sample in samples) for name in names}


def _comparison(document: Document, subject: tuple[str, str, str]) -> Comparison:
    workload = document.workload(subject[0])
    cells = [c for c in document.cells if c.subject == subject and not c.harness]
    baseline = next((c for c in cells if c.contestant == document.plan.baseline and not c.control), None)
    control_cell = next((c for c in cells if c.control), None)
    control = _ratio(document, baseline, control_cell) if baseline and control_cell else None
    floor = noise.floor(control) if control else None
    rows = [_row(document, workload, cell, baseline, floor) for cell in cells]
    with_number = sorted((r for r in rows if r.time), key=lambda r: r.time.value if r.time else 0.0)
    if with_number and (best := with_number[0].time):
        with_number = [replace(r, share=best.value / r.time.value) for r in with_number if r.time]
    without = [r for r in rows if not r.time]
    return Comparison(workload, cells[0].operation, cells[0].way, with_number + without, floor, control)


def _row(document: Document, workload: WorkloadFacts, cell: Cell, baseline: Cell | None, floor: float | None) -> Row:
    contestant = document.contestant(cell.contestant)
    is_baseline = cell.contestant == document.plan.baseline and not cell.control
    if cell.status != "measured" or not cell.samples:
        return Row(cell, contestant, is_baseline)
    time = typical(
        [sample.value for sample in cell.samples], document.plan.settings.confidence, first_stage=_stage(document)
    )
    encoded = cell.proof.encoded_bytes / workload.records if cell.proof else None
    batches = [batch for sample in cell.samples for batch in sample.batches]
    operations = sum(batch.records for batch in batches)
    counted = [batch for batch in batches if batch.allocated_bytes is not None]
    ratio = None
    if baseline is not None and cell is not baseline and _comparable(document, baseline, cell):
        ratio = _ratio(document, baseline, cell)
    return Row(
        cell=cell,
        contestant=contestant,
        baseline=is_baseline,
        time=time,
        mean_ns=sum(batch.wall_ns for batch in batches) / operations,
        records_per_second=1e9 / time.value,
        megabytes_per_second=encoded * 1e3 / time.value if encoded is not None else None,
        encoded_bytes=encoded,
        ratio=ratio,
        verdict=noise.verdict(ratio, floor) if ratio and floor is not None else "",
        allocated_bytes=(
            sum(b.allocated_bytes or 0 for b in counted) / sum(b.records for b in counted) if counted else None
        ),
        peak_rss_bytes=max(sample.peak_rss_bytes for sample in cell.samples),
        setup_ns=statistics.median(sample.setup_ns for sample in cell.samples),
    )


def _comparable(document: Document, a: Cell, b: Cell) -> bool:
    """Rule 6: ratios are within a lane unless asked otherwise."""
    return (
        document.plan.across_lanes or document.contestant(a.contestant).lane == document.contestant(b.contestant).lane
    )


def _ratio(document: Document, reference: Cell, other: Cell) -> RatioInterval | None:
    """The speed ratio over the blocks that both cells have; None where they share none."""
    if reference.status != "measured" or other.status != "measured":
        return None
    others = {sample.block: sample.value for sample in other.samples}
    pairs = [(s.value, others[s.block]) for s in reference.samples if s.block in others]
    if not pairs:
        return None
    left, right = zip(*pairs, strict=True)
    return ratio_interval(left, right, document.plan.settings.confidence, first_stage=_stage(document))


def _stage(document: Document) -> int | None:
    """The first stage, where the number of blocks was planned from what it showed (see stats/stopping.py)."""
    settings = document.plan.settings
    planned = settings.blocks is None and len(document.blocks) > settings.first_stage
    return settings.first_stage if planned else None


def _harness(document: Document, comparisons: list[Comparison]) -> list[HarnessCost]:
    costs = []
    for cell in document.cells:
        if not cell.harness or cell.status != "measured":
            continue
        language = document.contestant(cell.contestant).language
        ns = statistics.median([sample.value for sample in cell.samples])
        fastest = min(
            (
                row.time.value
                for c in comparisons
                if c.operation == cell.operation
                for row in c.rows
                if row.time and row.contestant.language == language
            ),
            default=None,
        )
        costs.append(HarnessCost(language, cell.operation, ns, ns / fastest if fastest else None))
    return costs


def fastest(analysis: Analysis, operation: str, language: str) -> str | None:
    """The name of a language's fastest contestant at an operation; None where none has a number."""
    rows = [
        row
        for comparison in analysis.comparisons
        if comparison.operation == operation
        for row in comparison.rows
        if row.time and row.contestant.language == language and not row.cell.control
    ]
    return min(rows, key=lambda row: row.time.value if row.time else 0.0).contestant.name if rows else None
