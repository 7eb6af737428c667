"""What the neighbours of a value say that it should be: the measure of single outliers in a course."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def medians(values: Array) -> Array:
    """The median of each value's neighbourhood, itself included; `values` itself where there are fewer than 3.

    The neighbourhood is two values to either side, one next to the ends, and the first and last three for the
    ends. At a change of level the median goes with the majority, so changes stay where they are.
    """
    count = values.size
    found = values.copy()
    if count < 3:
        return found
    found[1:-1] = np.median(np.lib.stride_tricks.sliding_window_view(values, 3), axis=1)
    if count >= 5:
        found[2:-2] = np.median(np.lib.stride_tricks.sliding_window_view(values, 5), axis=1)
    found[0] = np.median(values[:3])
    found[-1] = np.median(values[-3:])
    return found
