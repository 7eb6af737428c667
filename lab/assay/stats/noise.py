"""The noise floor of a run.

Every run holds an A/A control: one contestant as two cells, whose true ratio is 1. How far the interval of
that ratio reaches from 1 is what this machine's noise, in this run, can pass off as a difference. That is for
readers; no verdict asks for it (`verdict.py`), since every interval knows the noise of its own cells.
"""

from __future__ import annotations

import math

from assay.stats.paired import RatioInterval


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
