"""What the rounds of a block say: the ratio of two cells that took turns, and whether one is still moving.

In every round each cell of a group does one short batch, so what changes slowly (the speed of the machine,
its temperature) does the same to both batches of a round and leaves their ratio alone. What is left is noise
of single batches, above all batches that were preempted by a neighbour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import mannwhitneyu

Array = NDArray[np.float64]

_CHANCE = 0.005
"""A difference between halves that is less likely than this by accident is none."""


def log_ratio(reference: Sequence[float], other: Sequence[float]) -> float:
    """The log of how much faster `other` is than `reference`: the median of their log ratios by round.

    Both are times per record, in one unit, index = round. The median, since half of the rounds may be
    disturbed before it is; the trimmed mean and Hodges and Lehmann's estimator go wrong when a quarter of the
    batches are preempted (docs/statistics.md). ValueError where the lengths differ, there is no round, or a
    time is not a positive number.
    """
    if len(reference) != len(other):
        raise ValueError(f"cells are paired by round: {len(reference)} times against {len(other)}")
    return float(np.median(_logs(reference) - _logs(other)))


def common(times: Sequence[Sequence[float]]) -> list[float]:
    """What each round did to all cells of a group, on logs: the median over cells of log(time / typical time).

    `times` holds for every cell its times per record, index = round. ValueError where there is no cell, the
    lengths differ, or a time is not a positive number.
    """
    logs = [_logs(cell) for cell in times]
    if len({row.size for row in logs}) != 1:
        raise ValueError("the cells of a group have one number of rounds, and there is at least one cell")
    typical = [row - np.median(row) for row in logs]
    return [float(it) for it in np.median(np.stack(typical), axis=0)]


def moves(times: Sequence[float], common: Sequence[float], tolerance: float = 0.03) -> bool:
    """Whether a cell changed its level over the rounds against its group: its warm-up was not over.

    `common` is what each round did to all (`common()`). It moves where the medians of the first and of the
    second half of the rounds differ by more than `tolerance` (relative), and a rank test says that chance
    does not explain it. Ranks, as preempted batches are nothing new however long they took. Fewer than 12 rounds
    never show it. What all cells of a group do together cannot be seen. Its power: docs/statistics.md.
    ValueError where the lengths differ, a time is not a positive number or `tolerance` is not positive.
    """
    if not tolerance > 0:
        raise ValueError(f"a tolerance is positive, not {tolerance}")
    if len(times) != len(common):
        raise ValueError(f"rounds differ: {len(times)} times, {len(common)} common values")
    relative = _logs(times) - np.asarray(common, dtype=np.float64)
    half = relative.size // 2
    first, second = relative[:half], relative[relative.size - half :]
    if half < 6 or abs(float(np.median(second) - np.median(first))) <= math.log1p(tolerance):
        return False
    return float(mannwhitneyu(first, second, method="asymptotic").pvalue) < _CHANCE


def _logs(times: Sequence[float]) -> Array:
    array = np.asarray(times, dtype=np.float64)
    if array.size == 0:
        raise ValueError("no round, no ratio")
    if not (np.isfinite(array).all() and (array > 0).all()):
        raise ValueError("times must be positive numbers")
    return np.log(array)
