"""The variance of every row of a two-way layout, drawn towards that of the others.

An observation is the level of its row, plus what its column does to all, plus noise whose variance is the
row's (or that of a class of rows). Columns are fitted and never of interest, so the variances are those of
REML, here by its fixed point: the squares of a class about the fitted columns, over the degrees of freedom
that the fit leaves it. The prior is a scaled inverse chi-square one (Smyth 2004), its scale by EM from the
classes themselves, which is the harmonic mean of their moderated variances. Its heavy tail bounds what one
wild class can do to the others (Phipson et al. 2016 say why that matters).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]

_SMALLEST = 1e-12
"""No variance is below this: a relative sd of a millionth, finer than any clock."""
_STEPS = 500
CAUTION = 1.5
"""The prior's scale is taken this much larger than the classes' own: a scale that is too small costs coverage
of the noisier rows, one that is too large costs a little width."""
_CLOSE = 1e-5


@dataclass(frozen=True)
class Layout:
    """Observations, one an entry: its value, its row, its column, and the variance class of its row."""

    values: Array
    rows: Indices
    columns: Indices
    classes: Indices


@dataclass(frozen=True)
class Variances:
    """The fit of a layout; arrays hold one entry a class but `residuals`, which are one an observation."""

    moderated: Array
    degrees: Array
    """Degrees of freedom of the class's own observations."""
    scale: float
    """The prior's scale."""
    scale_degrees: float
    """How well the scale is known: as a variance of so many degrees of freedom is."""
    residuals: Array


def fit(layout: Layout, prior_degrees: float, apart: Flags) -> Variances:
    """Estimate the variances; classes set `apart` have no part in the prior and none of it."""
    rows = np.bincount(layout.rows)
    centred = layout.values - (np.bincount(layout.rows, layout.values) / np.maximum(rows, 1))[layout.rows]
    # The level of a row of n observations takes one of its n degrees of freedom.
    left = 1 - 1 / rows[layout.rows]
    prior = np.where(apart, 0.0, prior_degrees)
    count = apart.size
    degrees: Array = np.zeros(count, dtype=np.float64)
    start = max(float(np.median(np.bincount(layout.classes, centred**2, count))), _SMALLEST)
    moderated = np.full(count, start)
    scale = start
    for _ in range(_STEPS):
        weights = 1 / moderated[layout.classes]
        sums = np.bincount(layout.columns, weights)
        residuals = centred - (np.bincount(layout.columns, weights * centred) / sums)[layout.columns]
        degrees = np.bincount(layout.classes, left * (1 - weights / sums[layout.columns]), count).astype(np.float64)
        squares = np.bincount(layout.classes, residuals**2, count)
        total = np.maximum(prior + degrees, 1e-9)
        previous, moderated = moderated, np.maximum((prior * scale + squares) / total, _SMALLEST)
        if not apart.all():
            scale = 1 / float(np.mean(1 / moderated[~apart]))
        if np.abs(np.log(moderated / previous)).max() < _CLOSE:
            break
    scale *= CAUTION
    moderated = np.maximum((prior * scale + squares) / total, _SMALLEST)
    known = np.where(apart, 0.0, degrees * prior_degrees / (degrees + prior_degrees + 2))
    return Variances(moderated, degrees, scale, float(known.sum()), residuals)
