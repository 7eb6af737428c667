"""Where the course of a figure over dated runs changes its level.

The figures are logarithms (of a speed ratio, or a time), one a run, each with the standard error that the run itself
knows. Between runs there is more noise than inside of one: memory layout, the machine's mood, small updates. Both
together weigh the values; then the course is cut into levels by optimal partitioning (Killick et al. 2012). The price
of a cut is chosen by simulation (docs/statistics.md): of stable courses at most one in twenty shows a change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assay.stats.neighbours import medians
from assay.stats.partition import partition

Array = NDArray[np.float64]

SHORTEST = 2
"""Runs that a level must last: one run by itself may be an accident."""
FEWEST = 2 * SHORTEST
"""Runs below which nothing can be said of changes."""
_OUTLIER = 4.0
"""A run that is this many noise sd off its neighbourhood by itself is an accident, and no level is made of it."""
_PENALTY = 16.0
"""The price of a change, in noise variances."""
_PENALTY_OF_MANY = 4.7
"""The same for the log of the number of runs, where that is more: long courses have more places for accidents."""
_PRIOR_NOISE = 0.02
"""Noise between runs, as sd of a log, that is assumed before anything is seen: few runs cannot show it."""
_PRIOR_WEIGHT = 4.0
"""How many steps between runs that assumption counts for."""


@dataclass(frozen=True, slots=True)
class Level:
    """A stretch of runs of one level: those from ``start`` to before ``stop``; ``log``: their weighted mean."""

    start: int
    stop: int
    log: float


def levels(logs: Sequence[float], errors: Sequence[float]) -> list[Level]:
    """The levels of a course in its order; one where nothing changed, or too little is known; none of no runs.
    Single odd runs are not changes, and count as what their neighbours are.

    `errors` are the standard errors of `logs`. ValueError where their number differs, or one is not finite or negative.
    """
    values, own = np.asarray(logs, dtype=np.float64), np.asarray(errors, dtype=np.float64)
    if values.shape != own.shape or not (np.isfinite(values).all() and np.isfinite(own).all() and (own >= 0).all()):
        raise ValueError("every value is a finite number and has a finite standard error that is not negative")
    if values.size == 0:
        return []
    noise = np.sqrt(own**2 + _between(values, own))
    weights = 1 / noise**2
    expected = medians(values)
    values = np.where(np.abs(values - expected) > _OUTLIER * noise, expected, values)
    shortest = SHORTEST if values.size >= FEWEST else values.size
    penalty = max(_PENALTY, _PENALTY_OF_MANY * math.log(values.size))
    bounds = partition(values - values.mean(), penalty, weights, shortest)
    return [
        Level(start, stop, float(np.average(values[start:stop], weights=weights[start:stop])))
        for start, stop in pairwise(bounds)
    ]


def _between(values: Array, own: Array) -> float:
    """The variance between runs: what the steps from run to run scatter by, beyond the runs' own errors.

    By the median of the steps' absolute deviations, which few changes of level do not move.
    """
    steps = np.diff(values)
    inside = float(np.mean(own**2))
    deviation = float(np.median(np.abs(steps - np.median(steps)))) if steps.size else 0.0
    # 1.4826 turns the deviation into an sd for normal noise; a step holds the noise of two runs.
    seen = (1.4826 * deviation) ** 2 / 2
    prior = _PRIOR_NOISE**2 + inside
    total = (steps.size * seen + _PRIOR_WEIGHT * prior) / (steps.size + _PRIOR_WEIGHT)
    return max(total - inside, 1e-8)
