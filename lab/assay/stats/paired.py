"""The interval of one ratio from pairs of values.

Blocks, not batches, are the repetitions: two processes of the same program differ by more than the batches in
one of them (Georges et al. 2007; Kalibera & Jones 2013; Mytkowicz et al. 2009). What a block does to all its
cells (a warm machine, a busy neighbour) leaves the ratio of two of them alone. This is the plain t interval on
logs; the ratios of a run are judged together, by `moderated.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.stats.student import mean_interval


@dataclass(frozen=True, slots=True)
class RatioInterval:
    """A speed ratio and its interval; above 1 the other cell is faster than the reference."""

    ratio: float
    """Geometric mean over blocks of reference time / other time."""
    low: float
    """Lower end of the interval; 0 with one block."""
    high: float
    """Upper end of the interval; infinite with one block."""
    blocks: int
    half_width: float
    """Relative half-width: exp of the half-width on logs, minus 1, which is high / ratio - 1 (0.02 is 2%)."""
    degrees: float | None = None
    """Degrees of freedom of a moderated interval (`moderated.py`)."""
    sd: float | None = None
    """Moderated sd of one block's log ratio; None with one block, and for plain intervals."""
    two_speed: bool = False
    """Whether one of the two cells has processes of two speeds: a mean of both describes neither."""
    of: Literal["block", "machine"] = "block"
    """What the repetitions are: where they are machines, `blocks` counts these (`machines.py`)."""


@dataclass(frozen=True, slots=True)
class Typical:
    """What a record takes in one cell, and its interval, in ns."""

    value: float
    low: float
    high: float


def typical(values: Sequence[float], confidence: float = 0.95) -> Typical:
    """The geometric mean of a cell's values (ns), one a process, and its interval over processes.

    With one value the interval is (0, infinity). ValueError as `ratio_interval`.
    """
    mean, half_width = mean_interval(_logs(values), confidence)
    return Typical(_exp(mean), _exp(mean - half_width), _exp(mean + half_width))


def ratio_interval(reference: Sequence[float], other: Sequence[float], confidence: float = 0.95) -> RatioInterval:
    """How much faster `other` is than `reference`, from the values of both cells (ns), paired by block.

    With one block the interval is (0, infinity). ValueError where the lengths differ, there is no block, a
    value is not a positive number or `confidence` is not between 0 and 1.
    """
    mean, half_width = mean_interval(_log_ratios(reference, other), confidence)
    return RatioInterval(
        ratio=_exp(mean),
        low=_exp(mean - half_width),
        high=_exp(mean + half_width),
        blocks=len(reference),
        half_width=_exp(half_width) - 1,
    )


def _log_ratios(reference: Sequence[float], other: Sequence[float]) -> NDArray[np.float64]:
    if len(reference) != len(other):
        raise ValueError(f"cells are paired by block: {len(reference)} values against {len(other)}")
    return _logs(reference) - _logs(other)


def _logs(values: Sequence[float]) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.size == 0:
        raise ValueError("no block, no interval")
    if not (np.isfinite(array).all() and (array > 0).all()):
        raise ValueError("times must be positive numbers")
    return np.log(array)


def _exp(log: float) -> float:
    """exp that goes to infinity where a double ends: few wild blocks make huge intervals."""
    try:
        return math.exp(log)
    except OverflowError:
        return math.inf
