"""Prints the simulated figures of docs/statistics.md, by the command that stands there."""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Iterable
from dataclasses import replace

from assay.stats.looks import confidence_of_each
from studies.simulations import clusters, looking, runs, studies
from studies.simulations.clusters import Cluster
from studies.simulations.courses import Course, called
from studies.simulations.gates import gates
from studies.simulations.runs import World

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


def moderated() -> None:
    worlds = [
        ("3 ratios", World(cells=3)),
        ("8", World()),
        ("15", World(cells=15)),
        ("40", World(cells=40)),
        ("5 comparisons of 8", World(comparisons=5)),
        ("15, process sds alike (spread 0.1)", World(cells=15, spread=0.1)),
        ("15, very different (spread 0.7)", World(cells=15, spread=0.7)),
        ("8, heavy tails", World(heavy=True)),
        ("8, from disturbed rounds", World(interleaved=True)),
        ("8, of them 2 with two speeds, 2.5×", World(slow_factor=2.5, two_speed=2)),
        ("8, of them 2 with two speeds, 1.15×", World(slow_factor=1.15, two_speed=2)),
    ]
    for blocks in (2, 3, 5, 10):
        rows = []
        for name, world in worlds:
            found = runs.coverage(world, blocks, 2400 if world.interleaved else 9000)
            row = [name]
            for kind in ("A/A", "others", "noisiest quarter", "pair", "two speeds"):
                row.append(percent(found[kind].share) if kind in found else "")
            other = found["others"]
            row += [f"±{percent(math.expm1(other.half_width))}", f"±{percent(math.expm1(other.plain_half_width))}"]
            rows.append([*row, percent(other.plain_share)])
        head = ["cells", "A/A", "others", "noisiest quarter", "pairs", "two speeds", "half-width", "plain t", "covers"]
        table(f"{blocks} blocks", head, rows)


def planned() -> None:
    rows = []
    for cells in (2, 8, 15):
        for stage in (3, 5):
            for sd in (0.01, 0.015, 0.025):
                found, blocks = runs.after_a_plan(World(cells=cells, process_sd=sd), stage)
                shares = [percent(found[kind].share) for kind in ("all", "A/A", "noisiest quarter")]
                width = f"±{percent(math.expm1(found['all'].half_width))}"
                rows.append([str(cells), str(stage), percent(sd), f"{blocks:.1f}", width, *shares])
    head = ["cells", "first stage", "process sd", "mean blocks", "half-width", "all", "A/A", "noisiest quarter"]
    table("Planned number of blocks", head, rows)


def locations() -> None:
    rows = []
    for preempted in (0.0, 0.1, 0.25, 0.4):
        for count in (5, 15, 30, 60):
            errors = [
                percent(runs.location_error(it, count, preempted))
                for it in (runs.median, runs.trimmed, runs.hodges_lehmann, runs.mean)
            ]
            rows.append([percent(preempted), str(count), *errors])
    table("Within a block", ["preempted", "rounds", "median", "trimmed", "Hodges-Lehmann", "mean"], rows)


def moving() -> None:
    rows = []
    for name, noise, preempted in (("1%", 0.01, 0.0), ("3%", 0.03, 0.0), ("2%", 0.02, 0.1), ("2%", 0.02, 0.25)):
        for count in (30, 60):
            shares = [percent(studies.moving_share(shape, count, noise, preempted)) for shape in studies.MOVEMENTS]
            rows.append([name, percent(preempted), str(count), *shares])
    head = ["noise", "preempted", "rounds", "still", "10% step at the middle", "at a third", "10% slope"]
    table("Called moving", head, rows)


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


def gate() -> None:
    rows = []
    for sd in (0.01, 0.015, 0.025, 0.05):
        for slowdown in (0.0, 0.02, 0.05, 0.10):
            found = gates(World(cells=2, process_sd=sd), slowdown)
            shares = (percent(found[word]) for word in ("fail", "pass", "undecided"))
            rows.append([percent(sd), percent(slowdown), *shares])
    table("Gates at a threshold of 5%", ["process sd", "slower by", "fail", "pass", "undecided"], rows)


def machines() -> None:
    rows = []
    for count in (2, 3, 5, 10):
        for machine_sd in (0.0, 0.02, 0.05, 0.1):
            found = [clusters.coverage(Cluster((blocks,) * count, machine_sd), 400) for blocks in (2, 3, 5)]
            shares = [f"{percent(it.others)} (±{percent(math.expm1(it.half_width))})" for it in found]
            last = found[-1]
            row = [str(count), percent(machine_sd), *shares]
            rows.append([*row, percent(last.pairs), percent(last.control), percent(last.blocks_only)])
    head = ["machines", "spread", "2 blocks each", "3", "5", "pairs", "A/A", "blocks only"]
    table("Machines", head, rows)
    rows = []
    for blocks in ((1, 5), (1, 5, 9), (2, 2, 8), (1, 1, 5, 5, 5)):
        shares = [percent(clusters.coverage(Cluster(blocks, sd), 400).others) for sd in (0.0, 0.02, 0.05, 0.1)]
        rows.append([", ".join(map(str, blocks)), *shares])
    table("Unlike numbers of blocks", ["blocks of each machine", "spread 0.0%", "2.0%", "5.0%", "10.0%"], rows)
    rows = []
    for count in (2, 4, 8):
        for sd in (0.0, 0.01, 0.05):
            blocks, covered = clusters.planned(count, 3 if count == 2 else 2, sd, 0.03, runs=200)
            rows.append([str(count), percent(sd), f"{blocks:.1f}", percent(covered)])
    table("Planned blocks of every machine", ["machines", "spread", "mean blocks each", "covers"], rows)


def looks() -> None:
    rows = []
    for sd in (0.01, 0.025, 0.05):
        for extra in (0.0, 0.02, 0.05, 0.1, 0.25):
            found = looking.courses(extra, sd, confidence_of_each(), 1000)
            said = [
                percent(sum(one.verdict == it for one in found) / len(found))
                for it in ("same", "slower", "faster", "undecided")
            ]
            blocks = [
                str(statistics.median_low([one.blocks for one in found])),
                f"{sum(o.blocks for o in found) / len(found):.1f}",
            ]
            held = percent(1 - sum(one.missed for one in found) / len(found))
            rows.append([percent(sd), f"{100 * extra:g}%", *said, *blocks, held])
    head = [
        "process sd",
        "slower by",
        "same",
        "slower",
        "faster",
        "undecided",
        "median blocks",
        "mean",
        "all looks hold",
    ]
    table("Looks", head, rows)


def courses() -> None:
    rows = []
    for name, course in (
        ("2%", Course()),
        ("0.5%", Course(between=0.005, inside=0.005)),
        ("5%", Course(between=0.05)),
        ("10%", Course(between=0.1)),
        ("2%, intervals of ±6%", Course(inside=0.03)),
        ("2%, heavy tails", Course(heavy=True)),
        ("2%, one run in twenty 10% off", Course(odd=0.05)),
    ):
        for count in (6, 10, 30, 100):
            it = replace(course, runs=count)
            shares = [called(it), called(it, 0.05), called(it, 0.1), called(it, 0.1, 0.9)]
            rows.append([name, str(count), *(percent(found.any) for found in shares)])
    head = ["noise between runs", "runs", "stable", "5% at the middle", "10% at the middle", "10% at nine tenths"]
    table("Changes called", head, rows)


PARTS = {
    part.__name__: part
    for part in (locations, moving, moderated, planned, looks, machines, fixed, pooled, steadiness, gate, courses)
}

if __name__ == "__main__":
    for part in [PARTS[name] for name in sys.argv[1:]] or PARTS.values():
        part()
