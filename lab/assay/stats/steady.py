"""Whether a warm-up has come to a steady state.

The batch times of a process, as logarithms, are cut into segments of constant level by optimal partitioning
with the pruning of PELT (Killick et al. 2012). Trailing segments whose level is as good as that of the last
one belong together (Barrett et al. 2017). The warm-up is steady when what is so joined holds enough batches,
is a fair share of all batches, and does not slope. That warm-up often has no clear end, or none at all, is
the finding of Barrett et al.: so "not steady" is an answer, and the caller bounds the waiting.
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

Logs = NDArray[np.float64]

_OUTLIER = 4.0
"""A batch this many noise sd slower than the median of its neighbourhood is an outlier."""
_PENALTY = 8.0
"""The price of a change, in noise variances times the log of the number of batches. For independent noise 2
or 3 would do; that of neighbouring batches correlates, and what it does slowly must not look like changes."""
_PRIOR_NOISE = 0.01
"""Noise sd of a batch's log time that is assumed before anything is seen: three batches cannot show it."""
_PRIOR_WEIGHT = 8.0
"""How many differences between batches that assumption counts for."""
_SLOPE = 2.0
"""A slope this many standard errors from 0 is no accident."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of batches of one level."""

    start: int
    stop: int
    """The batches are `times[start:stop]`."""
    level: float
    """The geometric mean of their times, outliers set aside, in the unit of `times`."""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What `steady` found."""

    is_steady: bool
    start: int
    """The first batch of the last level, whether it is steady or not."""
    segments: tuple[Segment, ...]
    """All segments in order, before those of equal level are joined."""


def steady(
    times: Sequence[float],
    *,
    tolerance: float = 0.03,
    min_batches: int = 3,
    min_share: float = 0.5,
) -> Steadiness:
    """Whether the last batches of a warm-up run at one level.

    `times` are the mean ns per record of its batches, in order. Segments that differ by no more than
    `tolerance` (relative) from the last one are joined with it. Steady is what then holds at least
    `min_batches` batches and the share `min_share` of all batches, and whose fitted line does not rise or
    fall by more than `tolerance`, unless noise explains it. Single slow outliers, or two in a row, are not
    changes (garbage collection, the scheduler; nothing makes a batch fast by accident); the first batch is
    never taken for one, as the slow first batch is what a warm-up is for. No batch at all is not steady.

    It judges what it sees: a plateau before the compiler's next step looks steady, and noise of 1% hides a
    drift of 1% a batch in fewer than 20 batches. So callers ask for the first time after 20 batches or so,
    and not after every batch from there. Its simulated power is in docs/statistics.md. ValueError where a
    time is not a positive number or a parameter is out of range.
    """
    if not tolerance > 0 or min_batches < 1 or not 0 <= min_share <= 1:
        raise ValueError("tolerance must be positive, min_batches at least 1, min_share between 0 and 1")
    array = np.asarray(times, dtype=np.float64)
    if not (np.isfinite(array).all() and (array > 0).all()):
        raise ValueError("times must be positive numbers")
    count = array.size
    if count == 0:
        return Steadiness(False, 0, ())
    logs = np.log(array)
    noise = _noise(logs)
    logs = _without_outliers(logs, noise)
    # Numbers near 0 lose nothing to rounding in the sums of squares.
    bounds = partition(logs - logs.mean(), _PENALTY * math.log(count) * noise**2)
    pairs = list(pairwise(bounds))
    levels = [float(logs[start:stop].mean()) for start, stop in pairs]
    allowed = math.log1p(tolerance)
    first = len(pairs) - 1
    while first > 0 and abs(levels[first - 1] - levels[-1]) <= allowed:
        first -= 1
    start = pairs[first][0]
    enough = count - start >= max(min_batches, min_share * count)
    is_steady = enough and not _slopes(logs[start:], noise, allowed)
    segments = tuple(Segment(*pair, math.exp(level)) for pair, level in zip(pairs, levels, strict=True))
    return Steadiness(is_steady, start, segments)


def _noise(logs: Logs) -> float:
    """The sd of a batch's noise, from the median absolute deviation of the steps between neighbours.

    Level changes and outliers are few among the steps and do not move the median; a constant drift cancels.
    """
    steps = np.diff(logs)
    if steps.size == 0:
        return _PRIOR_NOISE
    deviation = float(np.median(np.abs(steps - np.median(steps))))
    # 1.4826 turns the deviation into an sd for normal noise; a step holds the noise of two batches.
    seen = 1.4826 * deviation / math.sqrt(2)
    weight = float(steps.size)
    variance = (weight * seen**2 + _PRIOR_WEIGHT * _PRIOR_NOISE**2) / (weight + _PRIOR_WEIGHT)
    return math.sqrt(variance)


def _without_outliers(logs: Logs, noise: float) -> Logs:
    """`logs` with every slow outlier, the first batch excepted, replaced by the median of its neighbourhood."""
    expected = medians(logs)
    odd = logs - expected > _OUTLIER * noise
    odd[0] = False
    return np.where(odd, expected, logs)


def _slopes(logs: Logs, noise: float, tolerance: float) -> bool:
    """Whether the fitted line rises or falls by more than `tolerance`, on logs, and more than noise does."""
    count = logs.size
    if count < 3:
        return False
    places = np.arange(count) - (count - 1) / 2
    spread = float((places**2).sum())
    slope = abs(float((places * logs).sum()) / spread)
    return slope * (count - 1) > tolerance and slope > _SLOPE * noise / math.sqrt(spread)
