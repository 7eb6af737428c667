"""The speed ratios of a whole run and their intervals, each cell's spread judged in the light of the others.

With two or three blocks a cell's own spread is nearly unknown (t quantiles of 12.7 and 4.3), yet a run
measures many cells under the same noise. So the variances are moderated as in limma (Smyth 2004): a cell's
variance is drawn towards the typical one of the run, which counts for `PRIOR_DEGREES` observations.

What is moderated are the variances of *cells*, not of ratios: all ratios of a comparison share the noise of
the baseline, look more alike than they are, and moderating them makes intervals that are too short. In a
group of cells that were alive together, the log time of a cell is its own level, plus what the group's block
did to all, plus what is special to its process. From log ratios to the baseline all but a common part of the
block is known, which is enough: the variances are those of a two-way layout with a variance of its own for
every row, by the equations of REML with the prior added. Baseline and A/A control are the same program: they
have one variance. Who is measured twice is compared with others by the mean of both processes; the noise of the
baseline is in every ratio, so its second process narrows all of them.

A cell whose processes come at two speeds is not a draw from the run's typical noise: it is set apart
(`two_speed`), has no part in the prior and gets the plain t interval. How often all this is right:
docs/statistics.md.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assay.stats.layout import Layout, Variances, fit
from assay.stats.paired import RatioInterval
from assay.stats.student import t_quantile

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Times = list[tuple[int, float]]
"""Of a sum, the variances that are in it, each with how often."""

PRIOR_DEGREES = 1.0
"""How many degrees of freedom the other cells' variances count for in the variance of a cell. Fixed, not
estimated: a run has too few cells to tell 1 from 3, too high a number breaks the promise for cells that are
noisier than most, and the gain from more is small."""
BASELINE = ""
"""The name of the baseline among the rows; a cell of this name is refused."""
_GAP = math.log(1.05)
"""Speeds that are closer are one speed."""
_GAP_SDS = 8.0
"""So many sds of the processes on either side of it must a gap be wide to part two speeds."""


@dataclass(frozen=True)
class Comparison:
    """What the blocks of a run say about the cells that share a baseline."""

    log_ratios: Mapping[str, Sequence[float | None]]
    """For every cell but the baseline, block by block, log(baseline time / its time); None where a block
    lacks it. All of one length."""
    controls: Mapping[str, str] = field(default_factory=dict)
    """Of cells that are measured twice, the baseline among them, the cell that is the same program once more."""
    groups: Mapping[str, Sequence[int]] | None = None
    """For every cell, block by block, the number of the group it was alive in, each with a baseline process
    of its own; None: one group."""


@dataclass(frozen=True)
class Row:
    """One cell in its blocks."""

    log_ratios: Array
    """Per block, NaN where it is missing; 0 for the baseline."""
    groups: Indices
    kind: int
    """The index of its variance; baseline and control share one."""


@dataclass(frozen=True)
class Moderated:
    """One comparison after the fit of its run."""

    rows: Mapping[str, Row]
    variances: Variances
    apart: NDArray[np.bool_]
    confidence: float
    controls: Mapping[str, str] = field(default_factory=dict)
    """Of cells, those whose second processes count with their first."""

    def interval(self, cell: str) -> RatioInterval | None:
        """How much faster `cell` is than the baseline; None where no block has it. KeyError if unknown."""
        return self.pair(BASELINE, cell)

    def pair(self, first: str, second: str) -> RatioInterval | None:
        """How much faster `second` is than `first`, over the blocks that have both; None where none has.

        A cell that has a control counts with the mean of both processes in the blocks that have them side by side,
        except against the control itself. KeyError where a cell is unknown; the baseline is called `BASELINE`.
        """
        one, other = self.rows[first], self.rows[second]
        again = {cell: self._again(cell, beside) for cell, beside in ((first, second), (second, first))}
        logs = self._levels(other, again[second]) - self._levels(one, again[first])
        both = np.isfinite(logs)
        count = int(both.sum())
        if count == 0:
            return None
        mean = float(logs[both].mean())
        # How often each variance is in the sum over the blocks: cells of different groups differ by the
        # noise of two baseline processes, too.
        times = self._times(one, again[first], both) + self._times(other, again[second], both)
        two_speed = any(self.apart[kind] for kind, _ in times)
        if count == 1:
            return RatioInterval(_exp(mean), 0.0, math.inf, 1, math.inf, two_speed=two_speed)
        if BASELINE not in (first, second):
            times.append((self.rows[BASELINE].kind, 2 * int((one.groups != other.groups)[both].sum())))
        variance, degrees = self._mean(times, count)
        half_width = self._quantile(degrees) * math.sqrt(variance)
        return RatioInterval(
            ratio=_exp(mean),
            low=_exp(mean - half_width),
            high=_exp(mean + half_width),
            blocks=count,
            half_width=_exp(half_width) - 1,
            degrees=degrees,
            sd=math.sqrt(variance * count),
            two_speed=two_speed,
        )

    def _again(self, cell: str, beside: str) -> Row | None:
        """The second process of a cell, NaN in blocks where it does not count beside another cell; None: nowhere."""
        name = self.controls.get(cell)
        if name is None or beside in (cell, name):
            return None
        again = self.rows[name]
        # The baseline has a process in every group.
        groups = self.rows[beside if cell == BASELINE else cell].groups
        return replace(again, log_ratios=np.where(again.groups == groups, again.log_ratios, math.nan))

    def _levels(self, row: Row, again: Row | None) -> Array:
        if again is None:
            return row.log_ratios
        return np.where(np.isfinite(again.log_ratios), (row.log_ratios + again.log_ratios) / 2, row.log_ratios).astype(
            np.float64
        )

    def _times(self, row: Row, again: Row | None, blocks: NDArray[np.bool_]) -> Times:
        """How often each variance is in the sum of a cell's levels over those blocks: a mean of two has half of it."""
        count = int(blocks.sum())
        if again is None:
            return [(row.kind, count)]
        twice = int((blocks & np.isfinite(again.log_ratios)).sum())
        return [(row.kind, count - 0.75 * twice), (again.kind, 0.25 * twice)] if twice else [(row.kind, count)]

    def own_half_width(self, cell: str) -> float | None:
        """How well the time of one cell is known beside the others of its comparison, relative (0.02: 2%).

        What its processes scatter by; what the machine did to all cells of a block is not in it. None where fewer than
        two blocks have it, or none has another cell. KeyError where it is unknown.
        """
        row = self.rows[cell]
        count = int(np.isfinite(row.log_ratios).sum())
        if count < 2 or self.variances.degrees[row.kind] == 0:
            return None
        again = self.rows[self.controls[cell]] if cell in self.controls else None
        variance, degrees = self._mean(self._times(row, again, np.isfinite(row.log_ratios)), count)
        return _exp(self._quantile(degrees) * math.sqrt(variance)) - 1

    def _quantile(self, degrees: float) -> float:
        return t_quantile(self.confidence, degrees)

    def _mean(self, times: Times, blocks: int) -> tuple[float, float]:
        """The variance of a mean over blocks, of a sum of moderated variances, and Satterthwaite's degrees of freedom.

        The variances share the prior's scale, which is itself an estimate: its error does not average out. But
        never fewer than the blocks give by themselves: where little is known of the rest of the run (one ratio,
        two blocks), the interval would have no end.
        """
        found = self.variances
        often: dict[int, float] = defaultdict(float)
        for kind, number in times:
            often[kind] += number
        total = common = doubt = 0.0
        for kind, number in often.items():
            prior = 0.0 if self.apart[kind] else PRIOR_DEGREES
            known = max(prior + float(found.degrees[kind]), 1e-9)
            part = number * float(found.moderated[kind])
            total += part
            common += number * prior * found.scale / known
            doubt += part**2 / known
        if found.scale_degrees > 0:
            doubt += common**2 / found.scale_degrees
        return total / blocks**2, max(blocks - 1.0, total**2 / doubt)


def moderate(comparisons: Sequence[Comparison], confidence: float = 0.95) -> list[Moderated]:
    """Fit all comparisons of a run together; the answers are in their order.

    The number of blocks may differ between comparisons, and may come from `stopping.planned_blocks`.
    ValueError where a cell is called like the baseline, lengths differ, a log ratio is not a finite number, or
    `confidence` is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, not {confidence}")
    if not comparisons:
        return []
    kinds = 0
    tables: list[dict[str, Row]] = []
    for comparison in comparisons:
        table = _rows(comparison, kinds)
        kinds = max((row.kind for row in table.values()), default=kinds - 1) + 1
        tables.append(table)
    layout = _layout(tables)
    apart = np.zeros(kinds, dtype=np.bool_)
    found = fit(layout, PRIOR_DEGREES, apart)
    for _ in range(2):
        seen = _two_speed(layout, found, apart)
        if (seen == apart).all():
            break
        apart = seen
        found = fit(layout, PRIOR_DEGREES, apart)
    return [
        Moderated(table, found, apart, confidence, comparison.controls)
        for table, comparison in zip(tables, comparisons, strict=True)
    ]


def _rows(comparison: Comparison, kind: int) -> dict[str, Row]:
    """The rows of one comparison, the baseline first; their variances are counted from `kind`."""
    cells = comparison.log_ratios
    if BASELINE in cells:
        raise ValueError("a cell is called like the baseline")
    lengths = {len(ratios) for ratios in cells.values()}
    if len(lengths) > 1:
        raise ValueError("cells of one comparison have one entry a block")
    blocks = lengths.pop() if lengths else 0
    rows = {BASELINE: Row(np.zeros(blocks), np.zeros(blocks, dtype=np.int64), kind)}
    for name, ratios in cells.items():
        logs = np.array([math.nan if ratio is None else ratio for ratio in ratios], dtype=np.float64)
        if not all(ratio is None or math.isfinite(ratio) for ratio in ratios):
            raise ValueError("log ratios must be finite numbers")
        groups = np.zeros(blocks, dtype=np.int64)
        if comparison.groups is not None:
            groups = np.array(comparison.groups[name], dtype=np.int64)
        if groups.shape != logs.shape:
            raise ValueError("cells of one comparison have one group a block")
        own = kind if name == comparison.controls.get(BASELINE) else kind + len(rows)
        rows[name] = Row(logs, groups, own)
    return rows


def _layout(tables: Sequence[Mapping[str, Row]]) -> Layout:
    """All log times of the run: a column for every group of every block, with its baseline process."""
    entries: list[tuple[float, int, int, int]] = []
    columns = itertools.count()
    number = itertools.count()
    for table in tables:
        seen: dict[tuple[int, int], int] = {}
        baseline = next(number)
        for name, row in table.items():
            if name == BASELINE:
                continue
            place = next(number)
            for block, (log, group) in enumerate(zip(row.log_ratios, row.groups, strict=True)):
                if math.isnan(log):
                    continue
                unit = (block, int(group))
                if unit not in seen:
                    seen[unit] = next(columns)
                    entries.append((0.0, baseline, seen[unit], table[BASELINE].kind))
                entries.append((-float(log), place, seen[unit], row.kind))
    values, rows, units, kinds = zip(*entries, strict=True) if entries else ((), (), (), ())
    whole = [np.array(it, dtype=np.int64) for it in (rows, units, kinds)]
    return Layout(np.array(values, dtype=np.float64), *whole)


def _two_speed(layout: Layout, found: Variances, apart: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which variances are those of cells with two speeds: a wide gap between processes of little spread."""
    flags = apart.copy()
    for kind in range(apart.size):
        values = np.sort(found.residuals[layout.classes == kind])
        if values.size < 2:
            continue
        gaps = np.diff(values)
        cut = int(gaps.argmax()) + 1
        inner = sum(float(((part - part.mean()) ** 2).sum()) for part in (values[:cut], values[cut:]))
        spread = (PRIOR_DEGREES * found.scale + inner) / (PRIOR_DEGREES + values.size - 2)
        flags[kind] |= gaps[cut - 1] > max(_GAP, _GAP_SDS * math.sqrt(spread))
    return flags


def _exp(log: float) -> float:
    """exp that goes to infinity where a double ends: few wild blocks make huge intervals."""
    try:
        return math.exp(log)
    except OverflowError:
        return math.inf
