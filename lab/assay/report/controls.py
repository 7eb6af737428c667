"""The A/A pairs of a run in which every contestant was measured twice: how often its intervals are wrong."""

from __future__ import annotations

import math
import statistics

from assay.analysis import clocks
from assay.analysis.figures import Analysis
from assay.base import words
from assay.base.tables import Line, Section, Table
from assay.stats.verdict import verdict

CLOCKS = (
    "By: root mean square of how far two processes of one program are apart in a block, by the time that the report "
    "uses, by wall time and by processor time."
)


def sections(analysis: Analysis) -> list[Section]:
    """One, if the run asked for it; else none."""
    if not analysis.document.plan.request.controls:
        return []
    margin = analysis.document.plan.settings.margin
    pairs = [
        (f"{comparison.workload.name} {comparison.operation} {name}", interval)
        for comparison in analysis.comparisons
        for name, interval in comparison.controls.items()
        if interval.blocks > 1
    ]
    if not pairs:
        return []
    false = [(name, interval) for name, interval in pairs if not interval.low <= 1 <= interval.high]
    said = [verdict(interval, margin) for _, interval in pairs]
    widths = sorted(interval.half_width for _, interval in pairs)
    notes = [
        f"{len(pairs)} contestants against themselves: the intervals of {len(false)} "
        f"({words.percent(len(false) / len(pairs))}) do not hold 1.",
        f"Verdicts: {said.count('same')} same, {said.count('undecided')} undecided, "
        f"{said.count('faster') + said.count('slower')} faster or slower, which is wrong.",
        f"Half-widths: half of them within {words.percent(statistics.median(widths))}, "
        f"the widest {words.percent(widths[-1])}.",
        *(f"{name}: {words.ratio(interval)}." for name, interval in false),
    ]
    return [Section("A/A pairs", _clocks(analysis), notes=[*notes, CLOCKS])]


def _clocks(analysis: Analysis) -> Table | None:
    """None if no cells took turns."""
    found = clocks.scatter(analysis.document)
    if not found:
        return None
    lines = [
        Line([one.language, str(one.count), *(words.maybe(words.percent, _known(rms)) for rms in one.rms.values())])
        for one in found
    ]
    return Table(
        ["language", "pairs × blocks", *(f"by {name}" for name in clocks.CLOCKS)],
        lines,
        {*range(1, 2 + len(clocks.CLOCKS))},
    )


def _known(figure: float) -> float | None:
    return None if math.isnan(figure) else figure
