"""What becomes the rows of the tables: the parts of documents, each with the document that it is from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.analysis.figures import Row, analyse
from assay.options.option import Option
from assay.options.table import recorded
from assay.results.document import Batches, Block, Cell, ContestantFacts, Document, Machine, Sample, WorkloadFacts
from assay.results.folder import Found


@dataclass(frozen=True, slots=True)
class OptionItem:
    """``words``: that asked for its value; empty for the default."""

    document: Document
    option: Option
    words: str


@dataclass(frozen=True, slots=True)
class WorkloadItem:
    document: Document
    facts: WorkloadFacts


@dataclass(frozen=True, slots=True)
class ContestantItem:
    document: Document
    facts: ContestantFacts


@dataclass(frozen=True, slots=True)
class CellItem:
    """``row``: what reports say of the cell. ``records``, ``floor``: of its comparison; kits' cells are in none."""

    document: Document
    row: Row
    records: int | None = None
    floor: float | None = None

    @property
    def cell(self) -> Cell:
        return self.row.cell


@dataclass(frozen=True, slots=True)
class SampleItem:
    document: Document
    cell: Cell
    number: int
    sample: Sample


@dataclass(frozen=True, slots=True)
class BatchItem:
    document: Document
    cell: Cell
    number: int
    batches: Batches
    index: int
    round: int
    ns: float


@dataclass(frozen=True, slots=True)
class PartItem:
    document: Document
    cell: Cell
    number: int
    part: str
    ns: int


@dataclass(frozen=True, slots=True)
class BlockItem:
    document: Document
    block: Block


@dataclass(frozen=True, slots=True)
class MachineItem:
    document: Document
    number: int
    machine: Machine
    lost: bool


def documents(found: Sequence[Found]) -> Iterator[Found]:
    yield from found


def options(found: Sequence[Found]) -> Iterator[OptionItem]:
    """Of every document the options that it records."""
    for one in found:
        request = one.document.plan.request
        for row in recorded():
            yield OptionItem(one.document, row, " ".join(row.words(row.of(request))))


def workloads(found: Sequence[Found]) -> Iterator[WorkloadItem]:
    for one in found:
        for facts in one.document.workloads:
            yield WorkloadItem(one.document, facts)


def contestants(found: Sequence[Found]) -> Iterator[ContestantItem]:
    for one in found:
        for facts in one.document.contestants:
            yield ContestantItem(one.document, facts)


def cells(found: Sequence[Found]) -> Iterator[CellItem]:
    """Those of comparisons, then those of kits, which are in none."""
    for one in found:
        document = one.document
        for comparison in analyse(document).comparisons:
            for row in comparison.rows:
                yield CellItem(document, row, comparison.workload.records, comparison.floor)
        for cell in document.cells:
            if cell.harness:
                yield CellItem(document, Row(cell, document.contestant(cell.contestant)))


def samples(found: Sequence[Found]) -> Iterator[SampleItem]:
    for one in found:
        for cell in one.document.cells:
            for number, sample in enumerate(cell.samples):
                yield SampleItem(one.document, cell, number, sample)


def batches(found: Sequence[Found]) -> Iterator[BatchItem]:
    for item in samples(found):
        measured = item.sample.batches
        rounds = item.sample.rounds or range(len(measured.records))
        for index, (number, ns) in enumerate(zip(rounds, measured.ns, strict=True)):
            yield BatchItem(item.document, item.cell, item.number, measured, index, number, ns)


def parts(found: Sequence[Found]) -> Iterator[PartItem]:
    for item in samples(found):
        for part, ns in item.sample.parts_ns.items():
            yield PartItem(item.document, item.cell, item.number, part, ns)


def blocks(found: Sequence[Found]) -> Iterator[BlockItem]:
    for one in found:
        for block in one.document.blocks:
            yield BlockItem(one.document, block)


def machines(found: Sequence[Found]) -> Iterator[MachineItem]:
    for one in found:
        cluster = one.document.cluster
        lost = [machine.lost for machine in cluster.machines] if cluster else [False]
        for number, (machine, gone) in enumerate(zip(one.document.machines, lost, strict=True)):
            yield MachineItem(one.document, number, machine, gone)
