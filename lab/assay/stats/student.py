"""The quantile of Student's t distribution and the interval of a mean, on which all other intervals stand."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

Array = NDArray[np.float64]


@lru_cache(maxsize=1024)
def t_quantile(confidence: float, degrees: float) -> float:
    """The t such that a Student variable of `degrees` degrees of freedom is within ±t that often.

    `confidence` is how often, a share (0.95). ValueError where it is not between 0 and 1, or `degrees` is
    not positive.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, not {confidence}")
    if not degrees > 0:
        raise ValueError(f"degrees of freedom must be positive, not {degrees}")
    return float(stdtrit(degrees, 0.5 + confidence / 2))


def mean_interval(values: Array, confidence: float) -> tuple[float, float]:
    """The mean of `values` (any shape, at least one) and the half-width of its t interval, in their own unit.

    The half-width is infinite for one value. ValueError where `confidence` is not a share.
    """
    count = values.size
    mean = float(values.mean())
    quantile = t_quantile(confidence, max(count - 1, 1))
    if count == 1:
        return mean, math.inf
    return mean, quantile * float(values.std(ddof=1)) / math.sqrt(count)
