"""The simulation studies: how often the statistics are right. Tests bound them, `figures.py` prints them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from assay.stats.paired import RatioInterval, ratio_interval
from assay.stats.rounds import common, moves
from assay.stats.steady import steady
from assay.stats.student import t_quantile
from studies.simulations.simulate import Array, Model, batch_times, block_values, warm_up_noise

Bimodal = tuple[float, float] | None
"""The shares of slow processes of the reference and of the other cell."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Over many runs: the share of intervals that hold the truth, and their mean half-width."""

    covered: float
    half_width: float


@cache
def fixed_blocks(ratio: float, blocks: int, bimodal: Bimodal = None, runs: int = 10_000) -> Coverage:
    """The plain interval of a ratio."""
    reference, other, truth = _pair(Model(), ratio, blocks, bimodal, runs)
    return _coverage([ratio_interval(*pair) for pair in zip(reference, other, strict=True)], truth)


@cache
def pooled_false_alarms(processes: int, runs: int = 10_000, batches: int = 10) -> float:
    """What the lab does not do: the share of A/A pairs that differ by one t interval over all batches."""
    rng = np.random.default_rng(31)
    logs = np.log(batch_times(rng, Model(), (1.0, 1.0), runs=runs, blocks=processes, batches=batches))
    pooled = logs.transpose(0, 2, 1, 3).reshape(runs, 2, -1)
    count = pooled.shape[2]
    error = np.sqrt(pooled.var(axis=2, ddof=1).sum(axis=1) / count)
    difference = pooled[:, 0].mean(axis=1) - pooled[:, 1].mean(axis=1)
    return float((np.abs(difference) > t_quantile(0.95, 2 * count - 2) * error).mean())


Shape = Callable[[int], Array]


def flat(count: int) -> Array:
    return np.zeros(count)


def warming_by_steps(count: int) -> Array:
    """Interpreted for 6 batches, half compiled until the 14th, then full speed."""
    place = np.arange(count)
    return np.asarray(math.log(3) * (place < 6) + math.log(1.5) * (place < 14))


def warming_smoothly(count: int) -> Array:
    """Twice as slow at first, within 3% from the 26th batch on."""
    return np.asarray(0.8 * np.exp(-np.arange(count) / 8))


def drifting(count: int) -> Array:
    """One per cent slower with every batch, for ever."""
    return np.asarray(0.01 * np.arange(count))


def cyclic(count: int) -> Array:
    """Four batches fast, four batches 15% slower, for ever."""
    return np.asarray(math.log(1.15) * (np.arange(count) // 4 % 2))


def late_step(count: int) -> Array:
    """A step of 20% where the last quarter begins."""
    return np.asarray(math.log(1.2) * (np.arange(count) >= count - count // 4))


def warm_ups(
    shape: Shape,
    count: int,
    *,
    batch_sd: float = 0.01,
    batch_correlation: float = 0.0,
    seed: int = 41,
    tries: int = 300,
) -> list[list[float]]:
    """Batch times of `tries` processes whose level follows `shape`, with such noise and rare spikes."""
    rng = np.random.default_rng(seed)
    model = Model(batch_sd=batch_sd, batch_correlation=batch_correlation)
    return [np.exp(shape(count) + warm_up_noise(rng, model, count)).tolist() for _ in range(tries)]


@cache
def steady_share(shape: Shape, count: int, batch_sd: float = 0.01, batch_correlation: float = 0.0) -> float:
    """The share of warm-ups of `count` batches that are called steady."""
    series = warm_ups(shape, count, batch_sd=batch_sd, batch_correlation=batch_correlation)
    return sum(steady(times).is_steady for times in series) / len(series)


@cache
def first_steady(shape: Shape, after: int = 20) -> tuple[float, float, float]:
    """How many batches a caller waits who asks after `after`, then after 5 more each time, up to 100.

    Median, 95th percentile, and the share of warm-ups that are not steady by then.
    """
    bound = 100
    ends = []
    for times in warm_ups(shape, bound, seed=43, tries=200):
        asked = range(after, bound + 1, 5)
        ends.append(next((count for count in asked if steady(times[:count]).is_steady), math.inf))
    waited = np.minimum(ends, bound)
    never = sum(math.isinf(end) for end in ends) / len(ends)
    return float(np.median(waited)), float(np.percentile(waited, 95)), never


def still(count: int) -> Array:
    return np.zeros(count)


def step_at_half(count: int) -> Array:
    return np.asarray(-0.1 * (np.arange(count) >= count // 2))


def step_at_third(count: int) -> Array:
    return np.asarray(-0.1 * (np.arange(count) >= count // 3))


def slope(count: int) -> Array:
    return np.asarray(-0.1 * np.arange(count) / count)


MOVEMENTS = (still, step_at_half, step_at_third, slope)


@cache
def moving_share(shape: Shape, count: int, noise: float, preempted: float, tries: int = 1000) -> float:
    """How often a cell whose level moves by `shape` in so many rounds, in a group of 8, is said to move."""
    rng = np.random.default_rng(47)
    found = 0
    for _ in range(tries):
        logs = rng.normal(0, noise, (8, count)) + rng.normal(0, 0.02, count).cumsum()
        hit = rng.random((8, count)) < preempted
        logs += np.log1p(hit * rng.uniform(0.4, 2.0, (8, count)))
        logs[0] += shape(count)
        times = np.exp(logs).tolist()
        found += moves(times[0], common(times))
    return found / tries


@lru_cache(maxsize=2)
def _pair(
    model: Model, ratio: float, blocks: int, bimodal: Bimodal, runs: int
) -> tuple[list[list[float]], list[list[float]], float]:
    """The values of the reference and of the other cell for every run, and the true ratio."""
    rng = np.random.default_rng([29, round(1000 * ratio), blocks])
    times = batch_times(rng, model, (1.0, ratio), runs=runs, blocks=blocks, slow_shares=bimodal)
    values = block_values(times)
    truth = ratio
    if bimodal is not None:
        truth *= model.slow_factor ** (bimodal[0] - bimodal[1])
    return values[:, :, 0].tolist(), values[:, :, 1].tolist(), truth


def _coverage(intervals: list[RatioInterval], truth: float) -> Coverage:
    return Coverage(
        covered=sum(interval.low <= truth <= interval.high for interval in intervals) / len(intervals),
        half_width=sum(interval.half_width for interval in intervals) / len(intervals),
    )
