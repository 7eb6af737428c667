"""Ratios that hold for machines of a kind: the machine as a level above the block.

What one machine's blocks say of a pair holds for that machine. Another of the same kind has another place in memory,
other neighbours, another silicon, and may give another ratio, and no number of blocks on the first tells by how much.
So where a run was spread over several machines, these are the repetitions: a machine's value of a cell is the mean
over its blocks, and the values of all cells are judged together by `moderated.py`, a machine in a block's place. A
machine counts once, however many blocks it has, so the variance of its value, which is that between machines plus the
mean of its blocks' noise, does not have to be taken apart; and nothing is concluded from the blocks about the machines.

Who is measured twice counts with the mean of both processes, block by block, as on one machine.

A cell and its control are one program: what a machine does to the one it does to the other. Between these two only
processes differ, so their repetitions are the blocks of all machines, and a control tells nothing about machines.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assay.stats.moderated import BASELINE, Comparison, Moderated, Row, moderate
from assay.stats.paired import RatioInterval, ratio_interval
from assay.stats.stopping import SHARE
from assay.stats.student import t_quantile

Array = NDArray[np.float64]

USEFUL = 0.25
"""Blocks are worth measuring while their noise in a machine's value is more than this share of what machines differ
by (variances): with less, an interval without any noise of blocks would be narrower by a tenth or so at most."""


@dataclass(frozen=True)
class OfMachines(Moderated):
    """One comparison of a run on several machines, after the fit; its rows have an entry for each machine."""

    blocks: Mapping[str, Array] = field(default_factory=dict)
    """Of every cell its log ratios block by block, NaN where one lacks it."""

    def pair(self, first: str, second: str) -> RatioInterval | None:
        """How much faster `second` is than `first` on machines of this kind; None where no block has both.

        Of a cell and its control it says this of the blocks. KeyError where a cell is unknown.
        """
        if first != second and self.rows[first].kind == self.rows[second].kind:
            return _between_processes(self.blocks[second] - self.blocks[first], self.confidence)
        return _of_machines(super().pair(first, second))


@dataclass(frozen=True)
class Levels:
    """What a pair's log ratio scatters by. Variances."""

    between: float
    """From machine to machine; 0 where the blocks' own noise explains it all."""
    within: float
    """From block to block on one machine."""
    blocks: float
    """Of a machine: the harmonic mean over machines."""


def moderate_machines(
    comparisons: Sequence[Comparison], machines: Sequence[int], confidence: float = 0.95
) -> list[OfMachines]:
    """Fit all comparisons of a run together; the answers are in their order.

    `machines`: of every block the number of its machine. ValueError as `moderate`, and where `machines` has not one
    entry a block.
    """
    collapsed = [
        Comparison(
            {
                name: _by_machine(logs, machines)
                for name, logs in _of_both(comparison).items()
                # A control would make its cell look as if it varied less from machine to machine.
                if name not in comparison.controls.values()
            }
        )
        for comparison in comparisons
    ]
    fits = moderate(collapsed, confidence)
    return [
        OfMachines(
            {
                **fit.rows,
                **{again: _control(fit, comparison, cell, machines) for cell, again in comparison.controls.items()},
            },
            fit.variances,
            fit.apart,
            fit.confidence,
            blocks={
                BASELINE: np.zeros(len(machines)),
                **{name: _array(logs) for name, logs in comparison.log_ratios.items()},
            },
        )
        for fit, comparison in zip(fits, comparisons, strict=True)
    ]


def _of_both(comparison: Comparison) -> dict[str, Sequence[float | None]]:
    """The log ratios of a comparison, of cells that are measured twice those of both their processes."""
    logs = {name: _array(own) for name, own in comparison.log_ratios.items()}
    groups = {name: np.array((comparison.groups or {}).get(name, [0] * own.size)) for name, own in logs.items()}
    found = dict(logs)
    for cell, again in comparison.controls.items():
        for name in logs if cell == BASELINE else [cell]:
            if name == again:
                continue
            both = np.isfinite(logs[again]) & (groups[again] == groups[name])
            mean = found[name] - logs[again] / 2 if cell == BASELINE else found[name] + (logs[again] - logs[name]) / 2
            found[name] = np.where(both, mean, found[name])
    return {name: [None if math.isnan(log) else float(log) for log in own] for name, own in found.items()}


def levels(logs: Sequence[float | None], machines: Sequence[int]) -> Levels | None:
    """What the log ratios of a pair, one a block, scatter by from machine to machine and on one.

    None where there are fewer than two machines, or no machine has two blocks.
    """
    values = _array(logs)
    groups = [values[[m == machine for m in machines]] for machine in sorted(set(machines))]
    groups = [own for group in groups if (own := group[np.isfinite(group)]).size]
    degrees = sum(group.size - 1 for group in groups)
    if len(groups) < 2 or degrees == 0:
        return None
    within = sum(float(((group - group.mean()) ** 2).sum()) for group in groups) / degrees
    share = float(np.mean([1 / group.size for group in groups]))
    seen = float(np.var([group.mean() for group in groups], ddof=1))
    return Levels(max(0.0, seen - within * share), within, 1 / share)


def planned_blocks_each(
    pairs: Sequence[tuple[RatioInterval, Levels]], precision: float, most: int, confidence: float = 0.95
) -> int:
    """How many blocks every machine is to have in all, from what the first stage says of pairs of cells.

    So many that 9 in 10 of the intervals have a half-width of at most `precision` (0.02: two per cent) if the scatter
    stays as it is; but not more than help, where the machines differ too much for that (`USEFUL`). Never fewer than
    they have, nor more than `most` where that is larger. To be called once. ValueError where `precision` is not
    positive.
    """
    if not precision > 0:
        raise ValueError(f"precision must be positive, not {precision}")
    done = max((math.floor(level.blocks) for _, level in pairs), default=0)
    wanted = sorted(
        _wanted(interval, level, precision, confidence) for interval, level in pairs if not interval.two_speed
    )
    if not wanted:
        return done
    planned = wanted[math.ceil(SHARE * len(wanted)) - 1]
    return max(done, most) if planned >= most else max(done, math.ceil(planned))


def _wanted(interval: RatioInterval, level: Levels, precision: float, confidence: float) -> float:
    """Blocks a machine until this pair is known well enough, or as well as these machines can tell."""
    degrees = interval.degrees if interval.degrees is not None else max(interval.blocks - 1.0, 1.0)
    variance = (math.log1p(precision) / t_quantile(confidence, degrees)) ** 2 * interval.blocks
    enough = level.within / (variance - level.between) if variance > level.between else math.inf
    useful = level.within / (USEFUL * level.between) if level.between > 0 else math.inf
    return min(enough, useful)


def _by_machine(logs: Sequence[float | None], machines: Sequence[int]) -> list[float | None]:
    """The mean over each machine's blocks, in the order of the machines' numbers; None where none has the cell."""
    if len(logs) != len(machines):
        raise ValueError(f"every block has a machine: {len(logs)} blocks and {len(machines)} machines")
    found: list[float | None] = []
    for machine in sorted(set(machines)):
        own = [log for log, where in zip(logs, machines, strict=True) if where == machine and log is not None]
        found.append(math.fsum(own) / len(own) if own else None)
    return found


def _control(fit: Moderated, comparison: Comparison, cell: str, machines: Sequence[int]) -> Row:
    values = _array(_by_machine(comparison.log_ratios[comparison.controls[cell]], machines))
    return Row(values, np.zeros(values.size, dtype=np.int64), fit.rows[cell].kind)


def _array(logs: Sequence[float | None]) -> Array:
    return np.array([math.nan if log is None else log for log in logs], dtype=np.float64)


def _between_processes(logs: Array, confidence: float) -> RatioInterval | None:
    known = logs[np.isfinite(logs)]
    if known.size == 0:
        return None
    found = ratio_interval(np.exp(known).tolist(), [1.0] * known.size, confidence)
    return replace(found, degrees=known.size - 1.0, sd=float(known.std(ddof=1))) if known.size > 1 else found


def _of_machines(interval: RatioInterval | None) -> RatioInterval | None:
    return replace(interval, of="machine") if interval is not None else None
