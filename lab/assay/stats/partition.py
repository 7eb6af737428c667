"""Where a course of values changes its level: optimal partitioning with the pruning of PELT (Killick et al. 2012)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def partition(values: Array, penalty: float, weights: Array | None = None, shortest: int = 1) -> list[int]:
    """The bounds, 0 and the count included, of the segments that fit best at the price `penalty` for each.

    What a segment costs is the sum of its squared deviations from its mean, both with the `weights` (all 1 by
    default). No segment has fewer than `shortest` values, unless there are fewer in all. Values should be near
    0, so that the sums of squares lose nothing to rounding.
    """
    count = values.size
    weight = np.ones(count) if weights is None else weights
    masses = _sums(weight)
    sums = _sums(weight * values)
    squares = _sums(weight * values**2)
    best = np.full(count + 1, np.inf)
    best[0] = 0.0
    previous = np.zeros(count + 1, dtype=np.int64)
    starts = np.zeros(1, dtype=np.int64)
    for stop in range(min(shortest, count), count + 1):
        if stop == 0:
            continue
        deviation = squares[stop] - squares[starts] - (sums[stop] - sums[starts]) ** 2 / (masses[stop] - masses[starts])
        costs = best[starts] + deviation
        lowest = int(costs.argmin())
        previous[stop] = starts[lowest]
        best[stop] = costs[lowest] + penalty
        if shortest == 1:  # a start that costs more than a cut here can never win again: PELT's pruning
            starts = starts[costs <= best[stop]]
        if stop + 1 - shortest >= shortest:
            starts = np.append(starts, stop + 1 - shortest)
    bounds = [count]
    while bounds[-1] > 0:
        bounds.append(int(previous[bounds[-1]]))
    return bounds[::-1]


def _sums(values: Array) -> Array:
    return np.concatenate(([0.0], np.cumsum(values)))
