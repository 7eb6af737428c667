"""When a run has enough blocks: when its intervals are narrow enough or its budget is spent, never on significance.

A run that looks at the width of its intervals after every block, and stops at the first that is narrow
enough, stops too often where the spread looks small by chance. Here the lab looks once, as in the two-stage
plan of Stein (1945): after a first stage, set before the run, `planned_blocks` takes the spread seen so far,
computes how many blocks the wanted precision needs, and the run goes on to that number without looking
again. A moderated spread, and a number that follows from nine in ten comparisons and not from the luck of
one, leave so little of the bias that the intervals take the degrees of freedom of all blocks, as if the
number had been set before (docs/statistics.md has the simulation). Stein's own degrees of freedom, those of
the first stage, would cover up to 98 in 100.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.stats.paired import RatioInterval
from assay.stats.student import t_quantile

SHARE = 0.9
"""So many of the comparisons must meet the precision: one wild cell does not keep a whole run going."""


def planned_blocks(
    intervals: Sequence[RatioInterval], precision: float, max_blocks: int, confidence: float = 0.95
) -> int:
    """How many blocks the run is to have in all, from the moderated intervals after its first stage.

    So many that 9 in 10 of the `intervals` have a half-width of at most `precision` (0.02: two per cent), if
    their sds stay as they are; cells of two speeds are not counted. Never fewer than the blocks of the first
    stage, nor more than `max_blocks` where that is larger. To be called once.
    ValueError where `precision` is not positive.
    """
    if not precision > 0:
        raise ValueError(f"precision must be positive, not {precision}")
    done = max((it.blocks for it in intervals), default=0)
    most = max(max_blocks, done)
    roots = sorted(
        t_quantile(confidence, it.degrees) * it.sd / math.log1p(precision)
        for it in intervals
        if it.sd is not None and it.degrees is not None and not it.two_speed
    )
    if not roots:
        return done
    root = roots[math.ceil(SHARE * len(roots)) - 1]
    # Compared before squaring: a tiny precision must not overflow.
    return most if root >= math.sqrt(most) else max(done, math.ceil(root * root))
