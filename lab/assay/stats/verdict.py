"""What an interval says about two cells, what it would take to say more, and in what order cells stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from assay.stats.paired import RatioInterval
from assay.stats.student import t_quantile

Verdict = Literal["faster", "slower", "same", "undecided"]

Goal = Literal["met", "missed", "undecided"]

Cell = TypeVar("Cell")

MARGIN = 0.03
"""Cells that differ by no more are the same for practical purposes."""


def verdict(interval: RatioInterval, margin: float = MARGIN) -> Verdict:
    """What the whole interval allows to say of the second cell.

    "same" where all of it is within the margin (0.03: from 1/1.03 to 1.03), whether it holds 1 or not; else
    "faster" or "slower" where all of it is on one side of 1; else "undecided". ValueError where `margin` is
    not a positive number.
    """
    limit = 1 + _positive(margin)
    if 1 / limit <= interval.low and interval.high <= limit:
        return "same"
    if interval.low > 1:
        return "faster"
    return "slower" if interval.high < 1 else "undecided"


def blocks_to_decide(
    interval: RatioInterval, margin: float = MARGIN, *, confidence: float = 0.95, most: int = 1000
) -> int | None:
    """How many further blocks are likely to decide the pair, if ratio and spread stay as they are.

    0 where it is decided; None where it would take more than `most`, or nothing is known of the spread (one
    block). A block more adds as many degrees of freedom as one of the past has given.
    """
    if verdict(interval, margin) != "undecided":
        return 0
    if interval.blocks < 2 or not math.isfinite(interval.half_width):
        return None
    degrees = interval.degrees if interval.degrees is not None else interval.blocks - 1.0
    sd = interval.sd
    if sd is None:
        sd = math.log1p(interval.half_width) * math.sqrt(interval.blocks) / t_quantile(confidence, degrees)
    distance = abs(math.log(interval.ratio))
    # To either exclude 1 or fit between the margins, the half-width may be no more than the farther of both.
    wanted = max(distance, math.log1p(margin) - distance)
    for more in range(1, most + 1):
        blocks = interval.blocks + more
        if t_quantile(confidence, degrees + more) * sd / math.sqrt(blocks) < wanted:
            return more
    return None


def goal(interval: RatioInterval, margin: float) -> Goal:
    """Whether two figures agree within a margin (0.05: from 0.95 to 1.05).

    "missed" where their ratio lies outside, however uncertain it is; "met" where its whole interval lies within; else
    "undecided". ValueError where `margin` is not a positive number.
    """
    if abs(interval.ratio - 1) > _positive(margin):
        return "missed"
    return "met" if 1 - margin <= interval.low and interval.high <= 1 + margin else "undecided"


def ranks(fastest_first: Sequence[Cell], pair: Callable[[Cell, Cell], RatioInterval | None]) -> list[int]:
    """The rank of every cell, as in a race: 1, 2, 2, 4.

    `fastest_first` are the cells by their estimates; `pair(a, b)` is the interval of how much faster b is
    than a. A cell opens a new rank where its interval against the first of the rank before it lies below 1
    as a whole; else it shares that rank, as where there is no interval. So the cells of a rank are not known to
    differ from its first, and the first cells of two ranks are.
    """
    result: list[int] = []
    leader: Cell | None = None
    for place, cell in enumerate(fastest_first):
        interval = pair(leader, cell) if leader is not None else None
        if leader is None or (interval is not None and interval.high < 1):
            leader = cell
            result.append(place + 1)
        else:
            result.append(result[-1])
    return result


def _positive(margin: float) -> float:
    if not 0 < margin < math.inf:
        raise ValueError(f"a margin is a positive number, not {margin}")
    return margin
