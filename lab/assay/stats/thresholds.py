"""Whether differences lie beyond a threshold: what `assay compare` and `assay gate` decide by.

A difference is a change of speed, as a logarithm, with its standard error and degrees of freedom. It is *slower* where
a slowdown of at most the threshold is ruled out, *faster* the same, and *same* where its whole interval lies within
the threshold on both sides (two one-sided tests; Schuirmann 1987). Many cells are asked at once, and one of them may
look slower by chance: claims of *slower*, and of *faster*, are corrected by Holm (1979), so that the chance of any
false one is no greater than with one cell.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import stdtr

from assay.stats.paired import RatioInterval
from assay.stats.student import t_quantile
from assay.stats.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Difference:
    """How much faster the new is than the old, as a logarithm; below 0 it is slower.

    ``error``: its standard error, infinite where nothing is known of it. ``degrees``: how well that is known.
    """

    log: float
    error: float
    degrees: float

    @classmethod
    def of(cls, interval: RatioInterval) -> Difference:
        """That of an interval of a run; nothing is known of the error with one block."""
        if interval.sd is None or interval.blocks < 2:
            return cls(math.log(interval.ratio), math.inf, 1.0)
        degrees = interval.degrees if interval.degrees is not None else interval.blocks - 1.0
        return cls(math.log(interval.ratio), interval.sd / math.sqrt(interval.blocks), degrees)

    def less(self, other: Difference) -> Difference:
        """This one without the other, where the two were measured apart: by Welch (1947)."""
        variance = self.error**2 + other.error**2
        if not math.isfinite(variance):
            return Difference(self.log - other.log, math.inf, 1.0)
        doubt = self.error**4 / self.degrees + other.error**4 / other.degrees
        degrees = variance**2 / doubt if doubt else min(self.degrees, other.degrees)
        return Difference(self.log - other.log, math.sqrt(variance), degrees)

    def interval(self, confidence: float) -> tuple[float, float, float]:
        """The ratio of speeds, new to old, and the ends of its interval; 0 and infinity where nothing is known."""
        if not math.isfinite(self.error):
            return math.exp(self.log), 0.0, math.inf
        half_width = t_quantile(confidence, self.degrees) * self.error
        return math.exp(self.log), _exp(self.log - half_width), _exp(self.log + half_width)


@dataclass(frozen=True, slots=True)
class Outcome:
    """``verdict``: of the new, beside the threshold. ``cleared``: a slowdown beyond the threshold is ruled out.

    ``p``: of a difference as large or larger in this direction at the threshold, by chance, corrected for the number
    of cells.
    """

    verdict: Verdict
    cleared: bool
    p: float


def outcomes(differences: Sequence[Difference], threshold: float, confidence: float = 0.95) -> list[Outcome]:
    """What may be said of each cell, the others considered. ``threshold``: 0.05 is 5%, a speed of 1/1.05 to 1.05.

    Each direction has half of what the confidence leaves, as the ends of an interval have. ValueError where the
    threshold is not positive.
    """
    if not threshold > 0:
        raise ValueError(f"a threshold is positive, not {threshold}")
    limit = math.log1p(threshold)
    alpha = (1 - confidence) / 2
    slower = holm([_above(-limit - it.log, it) for it in differences])
    faster = holm([_above(it.log - limit, it) for it in differences])
    found = []
    for it, down, up in zip(differences, slower, faster, strict=True):
        cleared = _above(it.log + limit, it) <= alpha
        within = cleared and _above(limit - it.log, it) <= alpha
        verdict: Verdict = "undecided"
        if down <= alpha:
            verdict = "slower"
        elif up <= alpha:
            verdict = "faster"
        elif within:
            verdict = "same"
        found.append(Outcome(verdict, cleared, min(down, up)))
    return found


def holm(p: Sequence[float]) -> list[float]:
    """The p values as Holm corrects them: at most a level where that rejects all that are at most it."""
    adjusted = [1.0] * len(p)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        largest = max(largest, min(1.0, (len(p) - rank) * p[place]))
        adjusted[place] = largest
    return adjusted


def _above(distance: float, it: Difference) -> float:
    """How likely a distance as large or larger is by chance, if the truth were at the threshold."""
    if not math.isfinite(it.error):
        return 1.0
    if it.error == 0:
        return 0.0 if distance > 0 else 1.0
    return float(stdtr(it.degrees, -distance / it.error))


def _exp(log: float) -> float:
    try:
        return math.exp(log)
    except OverflowError:
        return math.inf
