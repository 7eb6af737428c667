"""What counts as a difference: the noise floor of a run, and the verdict over an interval.

Every run holds an A/A control: one contestant as two cells, whose true ratio is 1. How far the interval of
that ratio reaches from 1 is what this machine's noise, in this run, can pass off as a difference.
"""

from __future__ import annotations

import math
from typing import Literal

from assay.stats.paired import RatioInterval

Verdict = Literal["faster", "slower", "no difference"]


def floor(interval: RatioInterval) -> float:
    """The noise floor as a relative difference (0.01 is 1%), from the interval of the A/A control.

    It is the farthest that the interval reaches from 1 on either side, measured on logs, so that 1.25 and
    1/1.25 are equally far: max(high, 1 / low) - 1. Infinite where the control has one block. ValueError for
    an interval that is upside down or negative.
    """
    if not 0 <= interval.low <= interval.high:
        raise ValueError(f"not an interval: {interval.low} to {interval.high}")
    upwards = interval.high
    downwards = math.inf if interval.low == 0 else 1 / interval.low
    return max(upwards, downwards) - 1


def verdict(interval: RatioInterval, floor: float) -> Verdict:
    """Whether the other cell is faster or slower than the reference, in view of a noise floor (0.01 is 1%).

    "no difference" where the interval holds 1, or where the ratio is no farther from 1 than the floor, on
    logs. It means that none was shown, not that there is none. ValueError where `floor` is negative or not a
    number.
    """
    if not floor >= 0:
        raise ValueError(f"a noise floor is at least 0, not {floor}")
    if interval.low <= 1 <= interval.high:
        return "no difference"
    if max(interval.ratio, 1 / interval.ratio) <= 1 + floor:
        return "no difference"
    return "faster" if interval.ratio > 1 else "slower"
