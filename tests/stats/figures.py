"""Prints the simulated figures of docs/statistics.md: `PYTHONPATH=lab:tests python tests/stats/figures.py`."""

from __future__ import annotations

from collections.abc import Iterable

from stats import studies

BLOCKS = (5, 10, 20)


def table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    columns = list(head)
    print(f"**{title}**\n")
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def fixed() -> None:
    rows = []
    for ratio in (1.0, 1.02, 1.05, 1.2):
        found = [studies.fixed_blocks(ratio, blocks) for blocks in BLOCKS]
        rows.append([f"{ratio:g}", *(f"{percent(it.covered)} (±{percent(it.half_width)})" for it in found)])
    table("Fixed number of blocks", ["true ratio", *(f"{blocks} blocks" for blocks in BLOCKS)], rows)


def pooled() -> None:
    rows = [[str(count), percent(studies.pooled_false_alarms(count))] for count in (1, 3, 5, 10)]
    table("Batches pooled", ["processes a cell", "A/A pairs called different"], rows)


def planned() -> None:
    rows = []
    for spread in (0.005, 0.01, 0.015, 0.02, 0.03, 0.05):
        honest = studies.planned_blocks(1.0, spread)
        plain = studies.planned_blocks(1.0, spread, honest=False)
        looking = studies.looking_after_every_block(spread)
        shares = [percent(it.covered) for it in (honest, plain, looking)]
        rows.append([percent(spread), f"{honest.blocks:.1f}", f"±{percent(honest.half_width)}", *shares])
    head = [
        "process sd",
        "mean blocks",
        "mean half-width",
        "this rule",
        "plain t after the plan",
        "plain t, every block",
    ]
    table("Planned number of blocks", head, rows)
    rows = []
    for stage in (5, 6, 8, 10):
        found = [studies.planned_blocks(1.0, spread, stage) for spread in (0.01, 0.02, 0.03)]
        rows.append([str(stage), *(f"{percent(it.covered)}, {it.blocks:.1f} blocks" for it in found)])
    table("Size of the first stage", ["first stage", "process sd 1%", "2%", "3%"], rows)


def bimodal() -> None:
    rows = []
    for name, shares in (("both cells (A/A)", (0.3, 0.3)), ("one cell", (0.0, 0.3))):
        found = [studies.fixed_blocks(1.0, blocks, shares) for blocks in BLOCKS]
        plans = [studies.planned_blocks(1.0, spread, bimodal=shares) for spread in (0.02, 0.005)]
        cells = [f"{percent(it.covered)} (±{percent(it.half_width)})" for it in found]
        rows.append([name, *cells, *(f"{percent(it.covered)}, {it.blocks:.1f} blocks" for it in plans)])
    head = ["slow mode in", *(f"{blocks} blocks" for blocks in BLOCKS), "planned", "planned, process sd 0.5%"]
    table("Two modes", head, rows)
    found = [studies.planned_blocks(1.0, 0.005, stage, bimodal=(0.0, 0.3)) for stage in (5, 8, 10)]
    rows = [[percent(it.covered) for it in found]]
    table("One cell with two modes, process sd 0.5%, planned", ["first stage 5", "8", "10"], rows)


def steadiness() -> None:
    counts = (3, 5, 10, 20, 40, 100, 300)
    rows = []
    for name, shape, sizes in (
        ("flat, noise 1%", studies.flat, (0.01, 0.0)),
        ("flat, noise 1%, correlated 0.5", studies.flat, (0.01, 0.5)),
        ("flat, noise 3%", studies.flat, (0.03, 0.0)),
        ("flat, noise 2%, correlated 0.5", studies.flat, (0.02, 0.5)),
        ("1% slower every batch", studies.drifting, (0.01, 0.0)),
        ("20% step at the last quarter", studies.late_step, (0.01, 0.0)),
        ("4 batches fast, 4 slower by 15%", studies.cyclic, (0.01, 0.0)),
    ):
        rows.append([name, *(percent(studies.steady_share(shape, count, *sizes)) for count in counts)])
    table("Called steady", ["batches", *map(str, counts)], rows)
    rows = []
    for name, shape in (
        ("flat", studies.flat),
        ("steps at 6 and 14", studies.warming_by_steps),
        ("smooth, within 3% from 26 on", studies.warming_smoothly),
        ("1% slower every batch", studies.drifting),
        ("4 batches fast, 4 slower by 15%", studies.cyclic),
    ):
        row = [name]
        for after in (10, 20):
            median, late, never = studies.first_steady(shape, after)
            row += [f"{median:g}, {late:g}", percent(never)]
        rows.append(row)
    head = [
        "checked from batch 10: median, 95th percentile",
        "not steady by 100",
        "from batch 20",
        "not steady by 100",
    ]
    table("Waiting for it", ["warm-up", *head], rows)


if __name__ == "__main__":
    for part in (fixed, pooled, planned, bimodal, steadiness):
        part()
