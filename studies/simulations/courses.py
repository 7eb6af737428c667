"""Simulated courses of a figure over runs, stable ones and such with a step: how often a change is called."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from assay.stats import changes


@dataclass(frozen=True, slots=True)
class Course:
    """``between``: noise from run to run, an sd of a log. ``inside``: the error that a run knows of itself.

    ``heavy``: Student's t with 4 degrees of freedom instead of normal noise. ``odd``: share of runs that are 10% off.
    """

    runs: int = 30
    between: float = 0.02
    inside: float = 0.01
    heavy: bool = False
    odd: float = 0.0


@dataclass(frozen=True, slots=True)
class Called:
    """Shares of courses: in which a change is called at all, and at the true place or one run beside it, alone."""

    any: float
    right: float


def called(course: Course, step: float = 0.0, at: float = 0.5, repeats: int = 1000) -> Called:
    """``step``: relative, 0.1 for 10%; ``at``: after which share of the runs it comes."""
    rng = np.random.default_rng([course.runs, int(1e6 * course.between), int(1e3 * (1 + step)), int(100 * at)])
    place = round(course.runs * at)
    some = right = 0
    for _ in range(repeats):
        found = changes.levels(*_drawn(rng, course, step, place))
        some += len(found) > 1
        right += len(found) == 2 and abs(found[1].start - place) <= 1
    return Called(some / repeats, right / repeats)


def _drawn(rng: np.random.Generator, course: Course, step: float, place: int) -> tuple[list[float], list[float]]:
    noise = rng.standard_t(4, course.runs) / math.sqrt(2) if course.heavy else rng.standard_normal(course.runs)
    logs = course.between * noise + course.inside * rng.standard_normal(course.runs)
    logs[place:] += math.log1p(step)
    logs += np.where(rng.random(course.runs) < course.odd, math.log(1.1), 0.0)
    return list(logs), [course.inside] * course.runs
