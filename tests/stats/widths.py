"""What the width of intervals is made of: processes that differ, or rounds that are too few?

    PYTHONPATH=lab:kits/python python tests/stats/widths.py results/*-avro-languages.json

Both halves of a block's rounds are of the same processes. What their log ratios share over the blocks (their
covariance) belongs to the processes, and more rounds would not change it; the rest is noise of single batches, which
falls with the number of rounds. Prints a table: sds of a ratio in one block, pooled over all ratios of a document,
beside the baseline's first process, and in the last column beside the mean of its two.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from assay.analysis.comparisons import by_round
from assay.results import store
from assay.results.document import Cell, Document, Sample
from assay.stats.rounds import log_ratio

Beside = dict[tuple[int, int | None], Sample]
MIN_ROUNDS = 16
MIN_BLOCKS = 3


class Block(NamedTuple):
    """Log ratios of one pair in one block: by all rounds, by the first half of them, by the second; beside both."""

    whole: float
    first: float
    second: float
    both: float


def pairs(document: Document) -> list[list[Block]]:
    """Of every cell beside its comparison's baseline, its blocks of enough rounds."""
    cells = [cell for cell in document.cells if cell.samples and not cell.harness]
    first, again = (
        {
            cell.subject: {(sample.block, sample.group): sample for sample in cell.samples}
            for cell in cells
            if cell.contestant == document.plan.baseline and cell.control == control
        }
        for control in (False, True)
    )
    found = [
        _blocks(first[cell.subject], again[cell.subject], cell)
        for cell in cells
        if cell.subject in first and cell.subject in again and cell.contestant != document.plan.baseline
    ]
    return [blocks for blocks in found if len(blocks) >= MIN_BLOCKS]


def _blocks(first: Beside, again: Beside, cell: Cell) -> list[Block]:
    found = [(first.get((one.block, one.group)), again.get((one.block, one.group)), one) for one in cell.samples]
    return [block for one, two, sample in found if one and two and (block := _block(one, two, sample))]


def _block(reference: Sample, again: Sample, sample: Sample) -> Block | None:
    one, two = by_round(reference, sample, lambda batches: batches.ns)
    half = len(one) // 2
    if len(one) < MIN_ROUNDS:
        return None
    whole = log_ratio(one, two)
    beside_again = log_ratio(*by_round(again, sample, lambda batches: batches.ns))
    first, second = log_ratio(one[:half], two[:half]), log_ratio(one[half:], two[half:])
    return Block(whole, first, second, (whole + beside_again) / 2)


def row(path: Path) -> str:
    found = pairs(store.read(path))
    if not found:
        return f"| {path.stem} | too few rounds or blocks |"
    whole = np.mean([np.var([block.whole for block in blocks], ddof=1) for blocks in found])
    shared = np.mean(
        [np.cov([block.first for block in blocks], [block.second for block in blocks])[0, 1] for blocks in found]
    )
    both = np.mean([np.var([block.both for block in blocks], ddof=1) for blocks in found])
    processes = max(0.0, float(shared))
    rounds = max(0.0, float(whole) - processes)
    sds = " | ".join(f"{100 * math.sqrt(variance):.1f}%" for variance in (float(whole), processes, rounds, float(both)))
    return f"| {path.stem} | {len(found)} | {sds} |"


if __name__ == "__main__":
    print(
        "| document | ratios | sd of a block | of processes | of rounds | beside both |\n|---|---:|---:|---:|---:|---:|"
    )
    for name in sys.argv[1:]:
        print(row(Path(name)))
