"""What a block's time goes to, and what it would bring to measure dear processes in fewer blocks than cheap ones.

    PYTHONPATH=.:lab:kits/python python -m studies.simulations.dear results/2026-11-23-avro-languages.json

Prints, by language, what a block's processes cost before their first turn and what their turns take; then, simulated,
how often 95% intervals hold the truth and how wide they are where the dear cells are in some of the blocks only.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from assay.results import store
from assay.results.document import Document, Spent
from assay.stats.moderated import BASELINE, Comparison, moderate
from studies.simulations.figures import percent, table

CELLS, DEAR = 11, 4  # of a comparison, beside the baseline: half of avro-languages has JVMs in it
SD, SPREAD, DEAR_SD = (
    0.025,
    0.5,
    2.0,
)  # of a process' log time; of that over cells; how many times as much the dear have
RUNS = 400
WAYS = ((5, 5), (6, 4), (6, 3), (7, 3), (7, 2), (8, 8), (20, 20))


def spent(document: Document) -> Iterator[list[str]]:
    """Of each language: processes a block, then seconds of them all in a block, by what they do."""
    by_language: dict[str, list[Spent]] = defaultdict(list)
    for cell in document.cells:
        if not cell.harness:
            name = document.contestant(cell.contestant).language
            by_language[name] += [sample.spent for sample in cell.samples if sample.spent is not None]
    blocks = len(document.blocks)
    by_language["all"] = [one for found in by_language.values() for one in found]
    for name, found in by_language.items():
        sums = [
            math.fsum(getattr(one, part) for one in found) / blocks for part in ("start", "load", "warm", "measure")
        ]
        yield [name, f"{len(found) / blocks:.0f}", *(f"{seconds:.1f}" for seconds in sums)]


def simulated(blocks: int, dear_in: int) -> list[str]:
    """Coverage and median half-width of cheap and of dear cells; the median half-width of all."""
    rng = np.random.default_rng(5)
    chosen = set(np.linspace(0, blocks - 1, dear_in).round().astype(int).tolist())
    held: dict[bool, list[bool]] = {False: [], True: []}
    widths: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(RUNS):
        baseline, *sds = SD * np.exp(rng.normal(0, SPREAD, CELLS + 1))
        references = rng.normal(0, baseline, blocks)
        logs: dict[str, list[float | None]] = {"control": list(references - rng.normal(0, baseline, blocks))}
        for number, sd in enumerate(sds):
            dear = number < DEAR
            found = references - rng.normal(0, sd * (DEAR_SD if dear else 1), blocks)
            logs[str(number)] = [log if not dear or block in chosen else None for block, log in enumerate(found)]
        (fitted,) = moderate([Comparison(logs, {BASELINE: "control"})])
        for number in range(CELLS):
            interval = fitted.interval(str(number))
            assert interval is not None
            held[number < DEAR].append(interval.low <= 1 <= interval.high)
            widths[number < DEAR].append(interval.half_width)
    each = [
        [percent(float(np.mean(held[dear]))), f"±{percent(float(np.median(widths[dear])))}"] for dear in (False, True)
    ]
    return [
        str(blocks),
        str(dear_in),
        *each[0],
        *each[1],
        f"±{percent(float(np.median(widths[False] + widths[True])))}",
    ]


def main() -> None:
    """Print both tables; the first one for every document that is named."""
    for path in sys.argv[1:]:
        head = ["language", "processes", "start, s", "load, s", "warm-up, s", "turns, s"]
        table(f"A block of {Path(path).stem}", head, spent(store.read(Path(path))))
    head = [
        "blocks",
        "with the dear",
        "cheap: covered",
        "half-width",
        "dear: covered",
        "half-width",
        "half of all within",
    ]
    table("Simulated", head, (simulated(*way) for way in WAYS))


if __name__ == "__main__":
    main()
