"""The interval of every two cells that a page can hold beside each other, whatever baseline is chosen there.

A column has one number a pair, comparison after comparison: each cell with a number, in the report's order, with all
that come after it. The other way round the ratio is the inverse, and *faster* is *slower*.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assay.analysis.comparisons import Compared
from assay.analysis.figures import Analysis
from assay.report.page.packing import floats, wholes
from assay.results.document import Cell, Document
from assay.stats.paired import RatioInterval
from assay.stats.verdict import Verdict, blocks_to_decide, verdict

VERDICTS: tuple[Verdict, ...] = ("same", "faster", "slower", "undecided")
ROUNDING = 1e-12


@dataclass(frozen=True)
class Pair:
    """``half``: of the interval, on logs; infinite where one block has both cells, NaN where none has.

    ``beyond``: the log of the ratio less the difference of the cells' levels, which is 0 where both are in all blocks
    and no control counts. ``said``: the place of the verdict; of an undecided pair, more by the number of further
    repetitions that are likely to decide it.
    """

    half: float
    beyond: float
    said: int


def pairs(analysis: Analysis) -> dict[str, Any]:
    """``levels``: of each cell, the log of how much faster it is than the anchor of its comparison; NaN without one."""
    levels: list[float | None] = []
    found: list[Pair] = []
    for comparison in analysis.comparisons:
        compared = comparison.compared
        if compared is not None:
            cells = [row.cell for row in comparison.rows if row.time]
            own = [_level(compared, cell) for cell in cells]
            found += _of_comparison(analysis.document, compared, cells, own)
            levels += own
        levels += [None for row in comparison.rows if compared is None or not row.time]
    return {
        "verdicts": VERDICTS,
        "levels": floats(levels, exact=True),
        "half": floats(pair.half for pair in found),
        "beyond": floats(pair.beyond for pair in found),
        "said": wholes(pair.said for pair in found),
    }


def _level(compared: Compared, cell: Cell) -> float:
    found = compared.pair(compared.anchor, cell) if cell is not compared.anchor else None
    return math.log(found.ratio) if found else 0.0


def _of_comparison(
    document: Document, compared: Compared, cells: Sequence[Cell], levels: Sequence[float]
) -> Iterator[Pair]:
    for (first, one), (second, other) in itertools.combinations(zip(cells, levels, strict=True), 2):
        interval = compared.pair(first, second)
        if interval is None:
            yield Pair(math.nan, 0.0, 0)
            continue
        beyond = math.log(interval.ratio) - (other - one)
        yield Pair(
            math.log1p(interval.half_width), beyond if abs(beyond) > ROUNDING else 0.0, _said(document, interval)
        )


def _said(document: Document, interval: RatioInterval) -> int:
    settings = document.plan.settings
    place = VERDICTS.index(verdict(interval, settings.margin))
    if VERDICTS[place] != "undecided" or document.imported:
        return place
    return place + (blocks_to_decide(interval, settings.margin, confidence=settings.confidence) or 0)
