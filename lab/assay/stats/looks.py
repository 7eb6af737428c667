"""Looking more than once: after which blocks a run may stop because all is decided, and what that costs.

Who measures until something is decided, with intervals made for one look, is wrong far too often: chance has as many
occasions as there are looks. So the looks are planned, and at each the interval is as much wider as it takes for all of
them together to hold in 95 of 100 runs (repeated confidence intervals: Jennison & Turnbull 1989, with the constant
boundary of Pocock 1977). A run that ends between two looks, as its budget is spent, has the interval of a look: whether
it does hangs on the clock and not on the values.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.optimize import brentq
from scipy.stats import multivariate_normal, norm

LOOKS = (3, 5, 8, 13, 20, 32, 50)
"""Numbers of blocks, each some 1.6 times the one before: what is plain ends early, and there are few looks."""


@cache
def confidence_of_each(together: float = 0.95) -> float:
    """The confidence of the interval at each of `LOOKS`, so that all of them hold with that of `together`.

    The means of a run's first blocks, more and more of them, are a Brownian motion but for their small numbers, for
    which t quantiles stand; how often all hold is simulated (docs/statistics.md). ValueError where it is not between 0
    and 1.
    """
    if not 0 < together < 1:
        raise ValueError(f"confidence must lie between 0 and 1, not {together}")
    blocks = np.array(LOOKS, dtype=np.float64)
    shared = np.sqrt(np.minimum.outer(blocks, blocks) / np.maximum.outer(blocks, blocks))

    def missing(width: float) -> float:
        edge = np.full(blocks.size, width)
        inside = multivariate_normal.cdf(
            edge, cov=shared, lower_limit=-edge, abseps=1e-4, maxpts=50_000, rng=np.random.default_rng(1)
        )
        return float(inside) - together

    lowest, highest = norm.isf((1 - together) / 2), norm.isf((1 - together) / 2 / blocks.size)
    return float(1 - 2 * norm.sf(brentq(missing, lowest, highest, xtol=1e-4)))
