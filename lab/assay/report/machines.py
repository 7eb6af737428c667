"""The machines of a run on a cluster beside each other: by how much their ratios differ, and where their orders do."""

from __future__ import annotations

import math

from assay.analysis.figures import Analysis, Comparison, Row
from assay.analysis.machines import OneMachine, one_by_one, reversals, spread
from assay.base import words
from assay.base.tables import Line, Section, Table
from assay.report.ranked import title

FEW = 5  # machines, with fewer of which their spread is a rough guess
NOTE = (
    "Spread: standard deviation of the speed, from machine to machine (what the blocks scatter by taken off) and from "
    "block to block on one. The interval under one machine holds for that machine alone."
)


def sections(analysis: Analysis) -> list[Section]:
    """One for each comparison of a run that several machines measured; else none."""
    document = analysis.document
    if len(document.measured_on) < 2:
        return []
    machines = one_by_one(document)
    return [_section(analysis, comparison, machines) for comparison in analysis.comparisons if comparison.compared]


def _section(analysis: Analysis, comparison: Comparison, machines: list[OneMachine]) -> Section:
    assert comparison.compared is not None
    rows = [row for row in comparison.rows if row.ratio and not row.cell.control]
    heads = [
        "contestant",
        "speed, machines of this kind",
        "spread of machines",
        "of blocks",
        *(f"machine {one.number + 1}" for one in machines),
    ]
    lines = [Line([*_own(comparison, row), *(_there(comparison, row, one) for one in machines)]) for row in rows]
    found = reversals(comparison.compared, machines, analysis.document.plan.settings.margin)
    notes = [
        f"{one.first.contestant} is faster than {one.second.contestant} on machine {one.machines[0] + 1}, "
        f"and slower on machine {one.machines[1] + 1}."
        for one in found
    ]
    notes = notes or ["No two machines tell a pair of contestants apart in opposite order."]
    few = [f"The spread of {len(machines)} machines is a rough guess."] if len(machines) < FEW else []
    return Section(
        f"Between machines: {title(comparison)}",
        Table(heads, lines, {2, 3}) if lines else None,
        notes=[*notes, NOTE, *few],
    )


def _own(comparison: Comparison, row: Row) -> list[str]:
    compared = comparison.compared
    assert compared is not None and row.ratio is not None
    found = spread(compared, compared.anchor, row.cell)
    sds = [words.percent(math.expm1(math.sqrt(part))) for part in (found.between, found.within)] if found else None
    return [row.name, words.ratio(row.ratio), *(sds or [words.NONE, words.NONE])]


def _there(comparison: Comparison, row: Row, machine: OneMachine) -> str:
    compared = comparison.compared
    assert compared is not None
    interval = machine.pair(compared.subject, compared.anchor.key, row.cell.key)
    return words.ratio(interval) if interval is not None else words.NONE
