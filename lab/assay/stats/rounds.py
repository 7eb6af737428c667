"""What the rounds of a block say: the ratio of two cells that took turns, and whether one is still moving.

In every round each cell of a group does one short batch, so what changes slowly (the speed of the machine,
its temperature) does the same to both batches of a round and leaves their ratio alone. What is left is noise
of single batches, above all batches that were preempted by a neighbour.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assay.stats.steady import steady

Array = NDArray[np.float64]


def log_ratio(reference: Sequence[float], other: Sequence[float]) -> float:
    """The log of how much faster `other` is than `reference`: the median of their log ratios by round.

    Both are times per record, in one unit, index = round. ValueError where the lengths differ, there is no
    round, or a time is not a positive number.
    """
    if len(reference) != len(other):
        raise ValueError(f"cells are paired by round: {len(reference)} times against {len(other)}")
    return float(np.median(_logs(reference) - _logs(other)))


def common(times: Sequence[Sequence[float]]) -> list[float]:
    """What each round did to all cells of a group: the median over cells of log(time / the cell's median).

    `times` holds for every cell its times per record, index = round.
    """
    logs = np.array([_logs(cell) for cell in times])
    return [float(it) for it in np.median(logs - np.median(logs, axis=1, keepdims=True), axis=0)]


def moves(times: Sequence[float], common: Sequence[float], tolerance: float = 0.03) -> bool:
    """Whether a cell still changes its level over the rounds, relative to its group: its warm-up was not over."""
    relative = _logs(times) - np.asarray(common, dtype=np.float64)
    return not steady(np.exp(relative).tolist(), tolerance=tolerance).is_steady


def _logs(times: Sequence[float]) -> Array:
    array = np.asarray(times, dtype=np.float64)
    if array.size == 0:
        raise ValueError("no round, no ratio")
    if not (np.isfinite(array).all() and (array > 0).all()):
        raise ValueError("times must be positive numbers")
    return np.log(array)
