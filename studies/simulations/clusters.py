"""Simulated runs on several machines of one kind, and how often what is said of such machines is right."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assay.stats.machines import OfMachines, levels, moderate_machines, planned_blocks_each
from assay.stats.moderated import BASELINE, Comparison, moderate
from assay.stats.paired import RatioInterval

Array = NDArray[np.float64]

CONTROL = "again"


@dataclass(frozen=True)
class Cluster:
    """Machines and what is measured on them. An sd is that of a log; of cells they differ lognormally (sd 0.5)."""

    blocks: tuple[int, ...]
    """Of each machine."""
    machine_sd: float = 0.0
    """The median over cells of what a cell's speed differs by from machine to machine."""
    process_sd: float = 0.025
    """The median over cells of what its processes differ by on one machine."""
    cells: int = 8
    """Ratios of the comparison, the control included."""

    @property
    def machines(self) -> list[int]:
        """Of every block."""
        return [machine for machine, count in enumerate(self.blocks) for _ in range(count)]


@dataclass(frozen=True)
class Covered:
    """Shares of 95% intervals that hold the true ratio over all machines of the kind, and half-widths on logs."""

    others: float
    half_width: float
    pairs: float
    control: float
    blocks_only: float
    """Of intervals that take all blocks for blocks of one machine."""


def comparison(rng: np.random.Generator, cluster: Cluster) -> Comparison:
    """One run; all true ratios over all machines are 1."""
    of_processes, of_machines = (
        sd * np.exp(rng.normal(0, 0.5, cluster.cells + 1)) for sd in (cluster.process_sd, cluster.machine_sd)
    )
    of_processes[1] = of_processes[0]
    levels_there = rng.standard_normal((cluster.cells + 1, len(cluster.blocks))) * of_machines[:, None]
    levels_there[1] = levels_there[0]  # the control is the same program
    noise = rng.standard_normal((cluster.cells + 1, sum(cluster.blocks))) * of_processes[:, None]
    logs = levels_there[:, cluster.machines] + noise
    names = [CONTROL, *(f"cell {number}" for number in range(2, cluster.cells + 1))]
    return Comparison(
        {name: (logs[0] - own).tolist() for name, own in zip(names, logs[1:], strict=True)}, {BASELINE: CONTROL}
    )


def fitted(given: Comparison, cluster: Cluster) -> OfMachines:
    return moderate_machines([given], cluster.machines)[0]


@cache
def coverage(cluster: Cluster, runs: int = 300) -> Covered:
    rng = np.random.default_rng([*cluster.blocks, round(1000 * cluster.machine_sd)])
    held: dict[str, list[bool]] = defaultdict(list)
    widths = []
    for _ in range(runs):
        given = comparison(rng, cluster)
        fit, blocks = fitted(given, cluster), moderate([given])[0]
        cells = [name for name in given.log_ratios if name != CONTROL]
        for name in cells:
            interval = some(fit.interval(name))
            held["others"].append(_holds(interval))
            held["blocks only"].append(_holds(some(blocks.interval(name))))
            widths.append(math.log1p(interval.half_width))
        held["pairs"].append(_holds(some(fit.pair(*cells[:2]))))
        held["control"].append(_holds(some(fit.interval(CONTROL))))
    shares = {name: float(np.mean(found)) for name, found in held.items()}
    return Covered(
        shares["others"], float(np.median(widths)), shares["pairs"], shares["control"], shares["blocks only"]
    )


@cache
def planned(machines: int, first: int, machine_sd: float, precision: float, most: int = 20, runs: int = 200) -> Array:
    """Of runs whose first stage plans the blocks of a machine: their mean number, and the coverage after them."""
    rng = np.random.default_rng([machines, first, round(1000 * machine_sd)])
    counts, held = [], []
    for _ in range(runs):
        whole = Cluster((most,) * machines, machine_sd)
        given = comparison(rng, whole)
        count = plan(_cut(given, whole, first), Cluster((first,) * machines), precision, most)
        counts.append(count)
        fit = fitted(_cut(given, whole, count), Cluster((count,) * machines))
        held += [_holds(some(fit.interval(name))) for name in given.log_ratios if name != CONTROL]
    return np.array([np.mean(counts), np.mean(held)])


def plan(given: Comparison, cluster: Cluster, precision: float, most: int) -> int:
    fit = fitted(given, cluster)
    pairs = [(fit.interval(name), levels(logs, cluster.machines)) for name, logs in given.log_ratios.items()]
    return planned_blocks_each([(one, two) for one, two in pairs if one and two], precision, most)


def _cut(given: Comparison, cluster: Cluster, blocks: int) -> Comparison:
    """The first blocks of every machine."""
    places = [place for machine in range(len(cluster.blocks)) for place in _first(cluster.machines, machine, blocks)]
    return Comparison(
        {name: [logs[place] for place in places] for name, logs in given.log_ratios.items()}, {BASELINE: CONTROL}
    )


def _first(machines: Sequence[int], machine: int, blocks: int) -> list[int]:
    return [place for place, where in enumerate(machines) if where == machine][:blocks]


def some(interval: RatioInterval | None) -> RatioInterval:
    assert interval is not None
    return interval


def _holds(interval: RatioInterval) -> bool:
    return interval.low <= 1 <= interval.high
