"""Simulated runs of interleaved blocks, and how often their moderated intervals are right.

What a block says of a cell is drawn as a log time: the cell's own level, plus the error of its process, whose
sd differs from cell to cell (lognormally). `rounds` draws a block in full, round by round.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assay.stats.moderated import BASELINE, Comparison, Moderated, moderate
from assay.stats.paired import RatioInterval
from assay.stats.rounds import log_ratio
from assay.stats.stopping import planned_blocks
from assay.stats.student import t_quantile

Array = NDArray[np.float64]

CONTROL = "again"


@dataclass(frozen=True)
class World:
    """What a run is like. An sd is that of a log."""

    cells: int = 8
    """Ratios of a comparison, its control included."""
    comparisons: int = 1
    process_sd: float = 0.025
    """The median over cells."""
    spread: float = 0.5
    """Sd of the logs of the cells' process sds."""
    heavy: bool = False
    """Process errors by Student's t of 3 degrees of freedom, scaled to the same sd."""
    slow_factor: float = 1.0
    """How much slower the slow processes are of cells with two speeds."""
    two_speed: int = 0
    """How many cells of a comparison have two speeds."""
    slow_share: float = 0.3
    interleaved: bool = False
    """Each block from its rounds, beside a busy neighbour."""


@dataclass(frozen=True)
class Covered:
    share: float
    half_width: float
    """The median, on logs."""
    plain_share: float
    plain_half_width: float
    """The same for the plain paired t interval."""
    named: float
    """How many were called cells of two speeds, a share."""


def rounds(rng: np.random.Generator, levels: Array, count: int = 30, preempted: float = 0.1) -> Array:
    """The batch times of one block, cells × rounds, for cells of these log times.

    Noise of 2%, threefold steps of the machine's speed in the middle of rounds, drift by 10%, and a neighbour
    who makes a batch of 10 ms longer by 4 to 20 ms.
    """
    shape = (levels.size, count)
    place = np.arange(count) + rng.random(shape).argsort(axis=0) / levels.size
    logs = levels[:, None] + rng.normal(0, 0.02, shape) + 0.1 * place / count
    for step in rng.uniform(0, count, 3):
        logs += math.log(3) * rng.choice([-1.0, 1.0]) * (place > step)
    hit = rng.random(shape) < preempted
    return np.asarray(np.exp(logs + np.log1p(hit * rng.uniform(0.4, 2.0, shape))))


def comparison(rng: np.random.Generator, world: World, blocks: int) -> tuple[Comparison, dict[str, tuple[str, float]]]:
    """One comparison, and of every cell its kind and its true log ratio."""
    sds = world.process_sd * np.exp(rng.normal(0, world.spread, world.cells + 1))
    sds[1] = sds[0]
    errors = rng.standard_normal((world.cells + 1, blocks))
    if world.heavy:
        errors = rng.standard_t(3, errors.shape) / math.sqrt(3)
    logs = errors * sds[:, None]
    slow = world.two_speed
    if slow:
        logs[-slow:] += math.log(world.slow_factor) * (rng.random((slow, blocks)) < world.slow_share)
    ratios = logs[0] - logs[1:]
    if world.interleaved:
        times = [rounds(rng, logs[:, block]) for block in range(blocks)]
        ratios = np.array([[log_ratio(it[0], cell) for cell in it[1:]] for it in times]).T
    names = [CONTROL, *(f"cell {place}" for place in range(2, world.cells + 1))]
    facts = {}
    noisy = world.process_sd * math.exp(0.674 * world.spread)
    for place, name in enumerate(names, start=1):
        if place > world.cells - slow:
            facts[name] = ("two speeds", -world.slow_share * math.log(world.slow_factor))
        elif name == CONTROL:
            facts[name] = ("A/A", 0.0)
        else:
            facts[name] = ("noisiest quarter" if sds[place] > noisy else "others", 0.0)
    return Comparison({name: row.tolist() for name, row in zip(names, ratios, strict=True)}, {BASELINE: CONTROL}), facts


@cache
def coverage(world: World, blocks: int, ratios: int = 6000) -> dict[str, Covered]:
    """Coverage by kind of cell, "pair" being that of two ordinary cells; there are at least two of them."""
    rng = np.random.default_rng([blocks, world.cells, world.comparisons])
    found: dict[str, list[tuple[bool, float, bool, float, bool]]] = defaultdict(list)
    for _ in range(max(1, ratios // world.cells // world.comparisons)):
        drawn = [comparison(rng, world, blocks) for _ in range(world.comparisons)]
        for fitted, (given, facts) in zip(moderate([it for it, _ in drawn]), drawn, strict=True):
            for name, (kind, truth) in facts.items():
                found[kind].append(_judged(_some(fitted.interval(name)), _logs(given, name), truth))
            first, second = list(facts)[1:3]
            logs = _logs(given, second) - _logs(given, first)
            found["pair"].append(_judged(_some(fitted.pair(first, second)), logs, 0.0))
    return {kind: _summary(rows) for kind, rows in found.items()}


@cache
def after_a_plan(
    world: World, first_stage: int, precision: float = 0.02, most: int = 60, ratios: int = 3000
) -> tuple[dict[str, Covered], float]:
    """Coverage where the first stage plans the number of blocks, and the mean number of blocks."""
    rng = np.random.default_rng([first_stage, world.cells, 7])
    found: dict[str, list[tuple[bool, float, bool, float, bool]]] = defaultdict(list)
    counts = []
    for _ in range(ratios // world.cells):
        given, facts = comparison(rng, world, most)
        first = moderate([_cut(given, first_stage)])[0]
        count = planned_blocks([_some(first.interval(name)) for name in facts], precision, most)
        counts.append(count)
        given = _cut(given, count)
        fitted: Moderated = moderate([given])[0]
        for name, (kind, truth) in facts.items():
            judged = _judged(_some(fitted.interval(name)), _logs(given, name), truth)
            found[kind].append(judged)
            found["all"].append(judged)
    return {kind: _summary(rows) for kind, rows in found.items()}, float(np.mean(counts))


Location = Callable[[Array], float]


def hodges_lehmann(logs: Array) -> float:
    left, right = np.triu_indices(logs.size)
    return float(np.median((logs[left] + logs[right]) / 2))


def trimmed(logs: Array) -> float:
    cut = int(0.2 * logs.size)
    return float(np.sort(logs)[cut : logs.size - cut].mean())


def median(logs: Array) -> float:
    return float(np.median(logs))


def mean(logs: Array) -> float:
    return float(logs.mean())


@cache
def location_error(location: Location, count: int, preempted: float, blocks: int = 1000) -> float:
    """The root mean square error of the log ratio of two cells of 8 from so many rounds."""
    rng = np.random.default_rng([count, round(100 * preempted)])
    errors = []
    for _ in range(blocks):
        times = np.log(rounds(rng, np.zeros(8), count, preempted))
        errors.append(location(times[0] - times[1]))
    return float(np.sqrt(np.mean(np.square(errors))))


def _cut(given: Comparison, blocks: int) -> Comparison:
    return Comparison({name: logs[:blocks] for name, logs in given.log_ratios.items()}, given.controls)


def _logs(given: Comparison, name: str) -> Array:
    return np.array(given.log_ratios[name], dtype=np.float64)


def _some(interval: RatioInterval | None) -> RatioInterval:
    assert interval is not None
    return interval


def _judged(interval: RatioInterval, logs: Array, truth: float) -> tuple[bool, float, bool, float, bool]:
    plain = t_quantile(0.95, logs.size - 1) * float(logs.std(ddof=1)) / math.sqrt(logs.size)
    holds = interval.low <= math.exp(truth) <= interval.high
    return holds, math.log1p(interval.half_width), bool(abs(logs.mean() - truth) <= plain), plain, interval.two_speed


def _summary(rows: list[tuple[bool, float, bool, float, bool]]) -> Covered:
    holds, widths, plain_holds, plain_widths, named = zip(*rows, strict=True)
    return Covered(
        float(np.mean(holds)),
        float(np.median(widths)),
        float(np.mean(plain_holds)),
        float(np.median(plain_widths)),
        float(np.mean(named)),
    )
