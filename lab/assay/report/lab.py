"""The lab's own figures: `assay selfcheck`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from assay.analysis.figures import Analysis
from assay.base import words
from assay.stats.paired import ratio_interval
from assay.stats.verdict import Goal, goal

COLOURED: dict[Goal, str] = {
    "met": "[green]met[/green]",
    "missed": "[red]missed[/red]",
    "undecided": "[yellow]undecided[/yellow]",
}


@dataclass(frozen=True)
class Agreement:
    """Another harness on the same cell: ns per record in each round, ours and theirs."""

    peer: str
    cell: str
    ours: list[float]
    theirs: list[float]


def show(
    analysis: Analysis,
    agreements: Sequence[Agreement],
    *,
    harness_ns: float,
    harness_share: float,
    agreement: float,
) -> Goal:
    """Print the three tables; "met" when every goal is, "missed" when one is missed, else "undecided"."""
    console = Console(highlight=False)
    harness_goal = f"at most {words.nanoseconds(harness_ns)} or {words.percent(harness_share)} of the fastest cell"
    goals: list[Goal] = []

    costs = _table(f"Kit cost per operation (goal: {harness_goal})", "kit", "operation", "cost", "of the fastest", "")
    for cost in analysis.harness:
        met = _met(cost.ns <= harness_ns or (cost.share is not None and cost.share <= harness_share))
        goals.append(met)
        share = words.percent(cost.share) if cost.share is not None else "–"
        costs.add_row(cost.language, cost.operation, words.nanoseconds(cost.ns), share, COLOURED[met])
    for cell in analysis.document.cells:
        if cell.harness and cell.status != "measured":
            goals.append("missed")
            costs.add_row(cell.contestant, cell.operation, cell.status, "–", COLOURED["missed"])
    console.print(costs)

    control = _table(
        "A/A control: the baseline against itself (goal: the interval holds 1)", "cell", "ratio", "floor", ""
    )
    for comparison in analysis.comparisons:
        if comparison.control is not None and comparison.floor is not None:
            met = _met(comparison.control.blocks > 1 and comparison.control.low <= 1 <= comparison.control.high)
            goals.append(met)
            name = f"{comparison.workload.name} {comparison.operation} {analysis.document.plan.baseline}"
            control.add_row(name, words.ratio(comparison.control), words.percent(comparison.floor), COLOURED[met])
    console.print(control)

    title = f"Time per record by other harnesses (goal: within {words.percent(agreement)} of ours)"
    peers = _table(title, "harness", "cell", "theirs", "ours", "theirs / ours", "")
    for one in agreements:
        ratio = ratio_interval(one.theirs, one.ours)
        met = goal(ratio, agreement)
        goals.append(met)
        peers.add_row(
            one.peer,
            one.cell,
            words.nanoseconds(sum(one.theirs) / len(one.theirs)),
            words.nanoseconds(sum(one.ours) / len(one.ours)),
            words.ratio(ratio),
            COLOURED[met],
        )
    console.print(peers)
    return next((worst for worst in ("missed", "undecided") if worst in goals), "met")


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for column in columns:
        table.add_column(column)
    return table


def _met(met: bool) -> Goal:
    return "met" if met else "missed"
