"""The lab's own figures: `assay selfcheck`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.analysis.figures import Analysis
from assay.base import words
from assay.base.tables import Line, Section, Table
from assay.stats.paired import ratio_interval
from assay.stats.verdict import Goal, goal

COLOURED: dict[Goal, str] = {"met": "met", "missed": "missed", "undecided": "open"}


@dataclass(frozen=True)
class Agreement:
    """Another harness on the same cell: ns per record in each round, ours and theirs."""

    peer: str
    cell: str
    ours: list[float]
    theirs: list[float]


@dataclass(frozen=True)
class Goals:
    """What a goal may be missed by: a kit's cost in ns, or as a share of the fastest cell; another harness's ratio."""

    kit_ns: float
    kit_share: float
    agreement: float


def sections(analysis: Analysis, agreements: Sequence[Agreement], goals: Goals) -> list[Section]:
    """Three tables; the last column of each says which goals are met."""
    cost = f"at most {words.nanoseconds(goals.kit_ns)} or {words.percent(goals.kit_share)} of the fastest cell"
    within = words.percent(goals.agreement)
    return [
        _section(
            f"Kit cost per operation (goal: {cost})", ["kit", "operation", "cost", "of the fastest"],
            _costs(analysis, goals),
        ),
        _section(
            "A/A control: the baseline against itself (goal: the interval holds 1)", ["cell", "ratio", "floor"],
            _controls(analysis),
        ),
        _section(
            f"Time per record by other harnesses (goal: within {within} of ours)",
            ["harness", "cell", "theirs", "ours", "theirs / ours"],
            _peers(agreements, goals),
        ),
    ]  # fmt: skip


def outcome(found: Sequence[Section]) -> Goal:
    """*met* when every goal is, *missed* when one is missed, else *undecided*."""
    said = {line.cells[-1] for section in found if section.table for line in section.table.lines}
    return "missed" if "missed" in said else "undecided" if "undecided" in said else "met"


def _costs(analysis: Analysis, goals: Goals) -> list[Line]:
    lines = []
    for cost in analysis.kit_costs:
        met = cost.ns <= goals.kit_ns or (cost.share is not None and cost.share <= goals.kit_share)
        share = words.maybe(words.percent, cost.share)
        lines.append(_line([cost.language, cost.operation, words.nanoseconds(cost.ns), share], _met(met)))
    failed = [cell for cell in analysis.document.cells if cell.harness and cell.status != "measured"]
    return lines + [_line([one.contestant, one.operation, one.status, words.NONE], "missed") for one in failed]


def _controls(analysis: Analysis) -> list[Line]:
    lines = []
    for comparison in analysis.comparisons:
        control = comparison.control
        if control is not None and comparison.floor is not None:
            name = f"{comparison.workload.name} {comparison.operation} {analysis.document.plan.baseline}"
            met = control.blocks > 1 and control.low <= 1 <= control.high
            lines.append(_line([name, words.ratio(control), words.percent(comparison.floor)], _met(met)))
    return lines


def _peers(agreements: Sequence[Agreement], goals: Goals) -> list[Line]:
    lines = []
    for one in agreements:
        ratio = ratio_interval(one.theirs, one.ours)
        times = [words.nanoseconds(sum(ns) / len(ns)) for ns in (one.theirs, one.ours)]
        lines.append(_line([one.peer, one.cell, *times, words.ratio(ratio)], goal(ratio, goals.agreement)))
    return lines


def _section(title: str, columns: list[str], lines: list[Line]) -> Section:
    return Section(title, Table([*columns, "goal"], lines))


def _line(cells: list[str], goal: Goal) -> Line:
    return Line([*cells, goal], COLOURED[goal])


def _met(met: bool) -> Goal:
    return "met" if met else "missed"
