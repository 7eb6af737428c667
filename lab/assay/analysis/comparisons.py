"""The cells of a document that are compared with each other, and the ratios of their speeds.

The spreads of all cells of a run are estimated together (see `stats.moderated`), so all comparisons are made at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import geometric_mean

from assay.results.document import Batches, Cell, Document, Sample
from assay.stats import moderated, rounds
from assay.stats.machines import moderate_machines
from assay.stats.paired import RatioInterval, Typical, typical


@dataclass(frozen=True)
class Compared:
    """The cells of one workload, operation and way that have numbers.

    ``anchor``: the cell to which the fit relates all others, the baseline where it has a number. ``together``: whether
    the samples of a block were measured together; of imported results they were not, and share a number only.
    ``machines``: of every block the number of its machine. Where there are several, intervals hold for machines of
    their kind (see `stats.machines`).
    """

    subject: tuple[str, str, str]
    cells: list[Cell]
    anchor: Cell
    fitted: moderated.Moderated
    together: bool = True
    machines: Sequence[int] = ()

    def pair(self, first: Cell, second: Cell) -> RatioInterval | None:
        """How much faster the second is than the first; None where no block has both."""
        return self.fitted.pair(self._name(first), self._name(second))

    def time(self, cell: Cell) -> Typical:
        """What a record takes, in ns: the anchor's time by the ratio to it, so that times and ratios agree.

        The anchor's is that of its processes and of its control's, where the ratios are beside both. The interval is
        that of the cell beside the others (see `stats.moderated`): what the machine does to all cells alike is in none
        of them. Where cells were not measured together, it is that of the cell's own processes.
        """
        if not self.together:
            return typical([sample.value for sample in cell.samples], self.fitted.confidence)
        value = self._typical(self.anchor)
        # Ratios are beside the mean of both processes, but for the control's own.
        if self.control is not None and not (cell.control and cell.contestant == self.anchor.contestant):
            value /= math.sqrt(self.control.ratio)
        if cell is not self.anchor:
            ratio = self.pair(self.anchor, cell)
            value = value / ratio.ratio if ratio is not None else self._typical(cell)
        half_width = self.fitted.own_half_width(self._name(cell))
        if half_width is None:
            return Typical(value, 0.0, math.inf)
        return Typical(value, value / (1 + half_width), value * (1 + half_width))

    def row(self, cell: Cell) -> moderated.Row:
        """What its intervals are made of, block by block."""
        return self.fitted.rows[self._name(cell)]

    def by_block(self, cell: Cell) -> dict[int, float]:
        """How much faster it was than the anchor, as a logarithm, in every block that has both."""
        if cell is self.anchor:
            return dict.fromkeys((sample.block for sample in cell.samples), 0.0)
        logs = ((block, _log_ratio(self.anchor, cell, block)) for block in {sample.block for sample in cell.samples})
        return {block: log for block, log in logs if log is not None}

    def level_by_block(self, cell: Cell) -> dict[int, float]:
        """The same, where a cell that is measured twice counts with the mean of both processes, as in ratios."""
        own = self.by_block(cell)
        again = next((one for one in self.cells if one.control and one.contestant == cell.contestant), None)
        if cell.control or again is None:
            return own
        return own | {block: (own[block] + log) / 2 for block, log in self.by_block(again).items() if block in own}

    def _typical(self, cell: Cell) -> float:
        """The geometric mean over machines of that over their blocks, in ns."""
        blocks: dict[int, list[int]] = {}
        for block in dict.fromkeys(sample.block for sample in cell.samples):
            blocks.setdefault(self.machines[block] if self.machines else 0, []).append(block)
        return geometric_mean(geometric_mean(_in_block(cell, block) for block in own) for own in blocks.values())

    def _name(self, cell: Cell) -> str:
        return moderated.BASELINE if cell is self.anchor else cell.key

    @property
    def control(self) -> RatioInterval | None:
        """The anchor against itself; None where its control has no number."""
        return self.controls.get(self.anchor.contestant)

    @cached_property
    def controls(self) -> dict[str, RatioInterval]:
        """Contestants against themselves, of those that were measured twice."""
        first = {cell.contestant: cell for cell in self.cells if not cell.control}
        again = [cell for cell in self.cells if cell.control and cell.contestant in first]
        found = {cell.contestant: self.pair(first[cell.contestant], cell) for cell in again}
        return {name: interval for name, interval in found.items() if interval is not None}


def _in_block(cell: Cell, block: int) -> float:
    """The geometric mean over the processes, of which a baseline has one in each of several groups, in ns."""
    return geometric_mean(sample.value for sample in cell.samples if sample.block == block)


def compare(document: Document) -> dict[tuple[str, str, str], Compared]:
    """The comparisons of a document in its order, those without any number left out."""
    found: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in document.cells:
        if cell.status == "measured" and cell.samples and not cell.harness:
            found.setdefault(cell.subject, []).append(cell)
    if not found:
        return {}
    anchors = {subject: _anchor(cells, document.plan.baseline) for subject, cells in found.items()}
    blocks = len(document.blocks)
    asked = [_comparison(anchors[subject], cells, blocks) for subject, cells in found.items()]
    machines = [block.machine for block in document.blocks]
    fits = _fits(asked, machines, document.plan.settings.confidence)
    return {
        subject: Compared(subject, cells, anchors[subject], fitted, document.imported is None, machines)
        for (subject, cells), fitted in zip(found.items(), fits, strict=True)
    }


def _fits(
    asked: Sequence[moderated.Comparison], machines: Sequence[int], confidence: float
) -> Sequence[moderated.Moderated]:
    if len(set(machines)) > 1:
        return moderate_machines(asked, machines, confidence)
    return moderated.moderate(asked, confidence)


def _anchor(cells: Sequence[Cell], baseline: str) -> Cell:
    return next((cell for cell in cells if cell.contestant == baseline and not cell.control), cells[0])


def _comparison(anchor: Cell, cells: Sequence[Cell], blocks: int) -> moderated.Comparison:
    others = [cell for cell in cells if cell is not anchor]
    first = {cell.contestant: moderated.BASELINE if cell is anchor else cell.key for cell in cells if not cell.control}
    controls = {first[cell.contestant]: cell.key for cell in others if cell.control and cell.contestant in first}
    ratios = {cell.key: [_log_ratio(anchor, cell, block) for block in range(blocks)] for cell in others}
    groups = {cell.key: [_group(cell, block) for block in range(blocks)] for cell in others}
    return moderated.Comparison(ratios, controls, groups)


def _log_ratio(anchor: Cell, cell: Cell, block: int) -> float | None:
    """How much faster a cell was than the anchor in a block, as a logarithm; None where they were not together."""
    sample = next((s for s in cell.samples if s.block == block), None)
    if sample is None:
        return None
    beside = next((s for s in anchor.samples if s.block == block and s.group == sample.group), None)
    if beside is None:
        return None
    return _of_processes(beside, sample)


def _of_processes(reference: Sample, other: Sample) -> float | None:
    """How much faster the other process was than the reference, as a logarithm: by rounds where both took turns.

    None where no round has both.
    """
    if other.group is not None:
        times = by_round(reference, other, lambda batches: batches.ns)
        return rounds.log_ratio(*times) if times[0] else None
    return math.log(reference.value / other.value)


def by_round(
    reference: Sample, other: Sample, clock: Callable[[Batches], list[float]]
) -> tuple[list[float], list[float]]:
    """The times of both, by that clock, in the rounds in which both had their turn."""
    one, two = (
        dict(enumerate(clock(s.batches)) if s.rounds is None else zip(s.rounds, clock(s.batches), strict=True))
        for s in (reference, other)
    )
    both = [number for number in one if number in two]
    return [one[number] for number in both], [two[number] for number in both]


def _group(cell: Cell, block: int) -> int:
    return next((s.group or 0 for s in cell.samples if s.block == block), 0)
