"""How well each clock carries ratios, from contestants that were measured twice: two processes of one program.

What their ratio differs from 1 by is noise, of processes and of the machine, as far as a clock lets it in.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from assay.analysis.comparisons import by_round
from assay.results.document import Batches, Cell, Document, Sample
from assay.stats import rounds

CLOCKS: dict[str, Callable[[Batches], list[float]]] = {
    "time": lambda batches: batches.ns,
    "wall": lambda batches: batches.wall,
    "processor": lambda batches: batches.cpu,
}


@dataclass(frozen=True)
class Scatter:
    """The pairs of one language. ``rms``: of their log ratios in single blocks, by clock; NaN where a clock is silent.

    ``count``: pairs times blocks.
    """

    language: str
    count: int
    rms: dict[str, float]


def scatter(document: Document) -> list[Scatter]:
    """One for each language with pairs that took turns, in alphabetical order."""
    languages = {one.name: one.language for one in document.contestants}
    cells = {cell.key: cell for cell in document.cells if cell.status == "measured"}
    pairs: dict[str, list[tuple[Sample, Sample]]] = {}
    for cell in cells.values():
        twin = cells.get(cell.key.removesuffix("#control"))
        if cell.control and twin is not None:
            pairs.setdefault(languages[cell.contestant], []).extend(_together(twin, cell))
    return [
        Scatter(language, len(found), {name: _rms(found, clock) for name, clock in CLOCKS.items()})
        for language, found in sorted(pairs.items())
        if found
    ]


def _together(first: Cell, second: Cell) -> list[tuple[Sample, Sample]]:
    beside = {(s.block, s.group): s for s in first.samples}
    return [
        (beside[s.block, s.group], s) for s in second.samples if s.group is not None and (s.block, s.group) in beside
    ]


def _rms(pairs: list[tuple[Sample, Sample]], clock: Callable[[Batches], list[float]]) -> float:
    squares = []
    for pair in pairs:
        one, other = by_round(*pair, clock)
        if not one or not all((*one, *other)):  # no round in common, or a clock that stood still
            return math.nan
        squares.append(rounds.log_ratio(one, other) ** 2)
    return math.sqrt(statistics.fmean(squares))
