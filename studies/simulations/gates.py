"""Simulated gates: how often the rule of `assay gate` fails, passes, or is undecided, for a slowdown that is known."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import numpy as np

from assay.changes.gate.gate import NARROW
from assay.measure.profiles import QUICK
from assay.stats.moderated import Comparison, Moderated, moderate
from assay.stats.paired import RatioInterval
from assay.stats.stopping import planned_blocks
from assay.stats.thresholds import Difference, Outcome, outcomes
from studies.simulations.runs import CONTROL, World, comparison

OPERATIONS = 2  # encode and decode
NEW = "cell 2"


@cache
def gates(world: World, slowdown: float, threshold: float = 0.05, count: int = 1000) -> dict[str, float]:
    """Shares of *fail*, *pass* and *undecided* among so many gates; both operations are slower by ``slowdown``."""
    rng = np.random.default_rng([round(1000 * slowdown), round(1000 * world.process_sd), world.heavy])
    found = Counter(_gate(rng, world, slowdown, threshold) for _ in range(count))
    return {word: found[word] / count for word in ("fail", "pass", "undecided")}


def _gate(rng: np.random.Generator, world: World, slowdown: float, threshold: float) -> str:
    first = _run(rng, world, slowdown, threshold)
    if any(it.verdict == "slower" for it in first):
        fresh = _run(rng, world, slowdown, threshold)
        first = [again if it.verdict == "slower" else it for it, again in zip(first, fresh, strict=True)]
    if any(it.verdict == "slower" for it in first):
        return "fail"
    return "pass" if all(it.cleared for it in first) else "undecided"


def _run(rng: np.random.Generator, world: World, slowdown: float, threshold: float) -> list[Outcome]:
    """One run by its own plan: a first stage decides the number of blocks."""
    drawn = [_slower(comparison(rng, world, QUICK.max_blocks)[0], slowdown) for _ in range(OPERATIONS)]
    early = moderate([_cut(one, QUICK.first_stage) for one in drawn])
    widths = [_difference_interval(one, name) for one in early for name in (CONTROL, NEW)]
    blocks = planned_blocks(widths, threshold * NARROW, QUICK.max_blocks)
    fitted = moderate([_cut(one, blocks) for one in drawn])
    return outcomes([Difference.of(_difference_interval(one, NEW)) for one in fitted], threshold)


def _difference_interval(fitted: Moderated, name: str) -> RatioInterval:
    interval = fitted.interval(name)
    assert interval is not None
    return interval


def _slower(given: Comparison, slowdown: float) -> Comparison:
    moved = {
        name: [None if log is None else log - math.log1p(slowdown) * (name == NEW) for log in logs]
        for name, logs in given.log_ratios.items()
    }
    return Comparison(moved, given.controls)


def _cut(given: Comparison, blocks: int) -> Comparison:
    return Comparison({name: logs[:blocks] for name, logs in given.log_ratios.items()}, given.controls)
