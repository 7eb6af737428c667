"""What a results document says: each cell's figures, the ratios with their intervals, ranks and verdicts.

Numbers only, computed from the document's raw values; the words for them are the sections'.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assay.analysis.comparisons import Compared, compare
from assay.analysis.lanes import Lane, comparable, is_deferred, lane_of
from assay.results.document import Batches, Cell, ContestantFacts, Document, Sample, WorkloadFacts
from assay.results.way import Way
from assay.stats import noise
from assay.stats.paired import RatioInterval, Typical
from assay.stats.verdict import Verdict, blocks_to_decide, ranks, verdict


@dataclass(frozen=True)
class Row:
    """One cell as a table shows it. Times in ns per record, sizes in bytes; None where it has no number.

    ``baseline``: whether ratios refer to it. ``share``: of the speed of the fastest cell in the comparison.
    Both are among the finished cells or among the deferred ones. ``rank``: cells that are not told apart share one.
    ``more_seconds``: of measuring, which are likely to decide what is undecided; ``more_machines``: the same of a run
    on several machines. ``cpu_share``: processor time of all threads, as a share of the time. ``pauses``: what the mean
    of the batches is above their median. ``idle_share``: of the time in which others had their turn.
    """

    cell: Cell
    contestant: ContestantFacts
    baseline: bool = False
    rank: int | None = None
    time: Typical | None = None
    cpu_share: float | None = None
    pauses: float | None = None
    idle_share: float | None = None
    records_per_second: float | None = None
    megabytes_per_second: float | None = None
    encoded_bytes: float | None = None
    ratio: RatioInterval | None = None
    verdict: Verdict | None = None
    more_seconds: float | None = None
    more_machines: int | None = None
    share: float | None = None
    allocated_bytes: float | None = None
    peak_rss_bytes: int | None = None
    setup_ns: float | None = None

    @property
    def name(self) -> str:
        return f"{self.contestant.name} (again)" if self.cell.control else self.contestant.name

    @property
    def lane(self) -> Lane:
        return lane_of(self.contestant, self.cell.operation, self.deferred)

    @property
    def deferred(self) -> bool:
        return is_deferred(self.cell)

    @property
    def finished(self) -> float | None:
        """The time together with what a deferred cell leaves to the first reading, in ns."""
        if self.time is None:
            return None
        left = self.cell.proof.deferred_ns if self.deferred and self.cell.proof else None
        return self.time.value + (left or 0.0)


@dataclass(frozen=True)
class Comparison:
    """One workload × operation × way: rows from fast to slow, those that are deferred, those without a number.

    ``compared``: what their ratios are made of; None where no cell has a number.
    """

    workload: WorkloadFacts
    operation: str
    way: Way
    rows: list[Row]
    floor: float | None
    controls: dict[str, RatioInterval]
    compared: Compared | None = None

    @property
    def control(self) -> RatioInterval | None:
        """The baseline against itself."""
        base = next((row.contestant.name for row in self.rows if row.baseline), None)
        return self.controls.get(base) if base else None


@dataclass(frozen=True)
class KitCost:
    """What a kit costs per operation, and what share that is of the fastest cell of its language."""

    language: str
    operation: str
    ns: float
    share: float | None


@dataclass(frozen=True)
class Analysis:
    document: Document
    comparisons: list[Comparison]
    kit_costs: list[KitCost] = field(default_factory=list)


def analyse(document: Document) -> Analysis:
    compared = compare(document)
    subjects = dict.fromkeys(cell.subject for cell in document.cells if not cell.harness)
    comparisons = [_comparison(document, subject, compared.get(subject)) for subject in subjects]
    return Analysis(document, comparisons, _kit_costs(document, comparisons))


def parts_ns(samples: Sequence[Sample]) -> dict[str, float]:
    """What each part of a store's step took, by its name: the median over processes, in ns."""
    names = samples[0].parts_ns if samples else {}
    return {name: statistics.median(sample.parts_ns.get(name, 0) for sample in samples) for name in names}


def _comparison(document: Document, subject: tuple[str, str, str], compared: Compared | None) -> Comparison:
    workload = document.workload(subject[0])
    cells = [c for c in document.cells if c.subject == subject and not c.harness]
    control = compared.control if compared else None
    controls = compared.controls if compared else {}
    rows = [_row(document, workload, cell, compared) for cell in cells]
    with_number = [row for deferred in (False, True) for row in _ranked(rows, deferred, compared)]
    without = [r for r in rows if not r.time]
    floor = noise.floor(control) if control else None
    return Comparison(workload, cells[0].operation, cells[0].way, with_number + without, floor, controls, compared)


def _ranked(rows: Sequence[Row], deferred: bool, compared: Compared | None) -> list[Row]:
    """Those of the rows with a number that are deferred, or those that are not, from fast to slow with their ranks."""
    found = sorted(
        ((row.time.value, row) for row in rows if row.time and row.deferred == deferred), key=lambda pair: pair[0]
    )
    if not compared or not found:
        return []
    places = ranks([row.cell for _, row in found], compared.pair)
    best = found[0][0]
    return [replace(row, share=best / ns, rank=place) for (ns, row), place in zip(found, places, strict=True)]


def _row(document: Document, workload: WorkloadFacts, cell: Cell, compared: Compared | None) -> Row:
    contestant = document.contestant(cell.contestant)
    baseline = _baseline(document, compared)
    is_baseline = cell.contestant == baseline and not cell.control
    if cell.status != "measured" or not cell.samples or compared is None:
        return Row(cell, contestant, is_baseline)
    settings = document.plan.settings
    time = compared.time(cell)
    encoded = cell.proof.encoded_bytes / workload.records if cell.proof else None
    batches = [sample.batches for sample in cell.samples]
    counted = [b for b in batches if b.allocated_bytes is not None]
    ratio = None
    anchor = compared.anchor
    if anchor.contestant == baseline and cell is not anchor and comparable(document, anchor, cell):
        ratio = compared.pair(anchor, cell)
    idle = [sample.idle_share for sample in cell.samples if sample.idle_share is not None]
    return Row(
        cell=cell,
        contestant=contestant,
        baseline=is_baseline,
        time=time,
        cpu_share=statistics.median(cpu / ns for b in batches for cpu, ns in zip(b.cpu, b.ns, strict=True)),
        pauses=statistics.median(_pauses(b) for b in batches),
        idle_share=statistics.median(idle) if idle else None,
        records_per_second=1e9 / time.value,
        megabytes_per_second=encoded * 1e3 / time.value if encoded is not None else None,
        encoded_bytes=encoded,
        ratio=ratio,
        verdict=verdict(ratio, settings.margin) if ratio else None,
        more_seconds=_more_seconds(document, ratio) if ratio and ratio.of == "block" else None,
        more_machines=_more(document, ratio) if ratio and ratio.of == "machine" else None,
        allocated_bytes=(
            sum(sum(b.allocated_bytes or []) for b in counted) / sum(sum(b.records) for b in counted)
            if counted
            else None
        ),
        peak_rss_bytes=max(sample.peak_rss_bytes for sample in cell.samples),
        setup_ns=statistics.median(sample.setup_ns for sample in cell.samples),
    )


def _baseline(document: Document, compared: Compared | None) -> str:
    """The contestant that ratios refer to. No other harness names one: there it is the one that the fit is about."""
    return compared.anchor.contestant if document.imported and compared else document.plan.baseline


def _pauses(batches: Batches) -> float:
    return statistics.mean(batches.ns) / statistics.median(batches.ns) - 1


def _more_seconds(document: Document, ratio: RatioInterval) -> float | None:
    """How long a run would have to go on to decide; None where that is not known, or nothing is left to decide."""
    if document.imported:
        return None
    more = _more(document, ratio)
    return more * statistics.median(block.seconds for block in document.blocks) if more else None


def _more(document: Document, ratio: RatioInterval) -> int | None:
    """How many repetitions more are likely to decide; None where none is needed, or it is not known."""
    settings = document.plan.settings
    return blocks_to_decide(ratio, settings.margin, confidence=settings.confidence) or None


def _kit_costs(document: Document, comparisons: list[Comparison]) -> list[KitCost]:
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
        costs.append(KitCost(language, cell.operation, ns, ns / fastest if fastest else None))
    return costs


def fastest(analysis: Analysis, operation: str, language: str) -> str | None:
    """The name of a language's fastest contestant at an operation that finishes; None where none has a number."""
    rows = [
        row
        for comparison in analysis.comparisons
        if comparison.operation == operation
        for row in comparison.rows
        if row.time and row.contestant.language == language and not row.cell.control and not row.deferred
    ]
    return min(rows, key=lambda row: row.time.value if row.time else 0.0).contestant.name if rows else None
