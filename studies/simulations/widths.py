"""What the width of intervals is made of: processes, what the machine does to programs, or rounds that are too few?

    PYTHONPATH=.:lab:kits/python python studies/simulations/widths.py results/*-one-core.json

Both halves of a block's rounds are of the same processes, in the same seconds. What their log ratios share over the
blocks (their covariance), more rounds would not change; the rest is noise of single batches, which falls with the
number of rounds. Two processes of one program in a block, twins, differ by what processes are and by those rounds
alone: what two programs share beyond that, the machine did in those seconds to the one and not to the other. Prints a
table: sds of a log ratio in one block, pooled over all ratios of a document. First those beside the baseline's first
process, then beside the mean of its two, then of the twins, where the document has any (`--controls`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from assay.analysis.comparisons import by_round
from assay.results import store
from assay.results.document import Document, Sample
from assay.stats.rounds import log_ratio

Beside = dict[tuple[int, int | None], Sample]
MIN_ROUNDS = 16
MIN_BLOCKS = 3


class Block(NamedTuple):
    """Log ratios of one pair in one block: by all rounds, by the first half of them, by the second."""

    whole: float
    first: float
    second: float


def measured(document: Document, *, control: bool) -> dict[tuple[str, tuple[str, str, str]], Beside]:
    """The processes of every cell, by its contestant and comparison."""
    return {
        (cell.contestant, cell.subject): {(one.block, one.group): one for one in cell.samples}
        for cell in document.cells
        if cell.samples and not cell.harness and cell.control == control
    }


def pairs(document: Document) -> Iterator[tuple[list[Block], list[Block]]]:
    """Of every cell beside its comparison's baseline, the blocks beside its first process, and beside its second."""
    first, again = (measured(document, control=control) for control in (False, True))
    baseline = document.plan.baseline
    for (contestant, subject), mine in first.items():
        references = first.get((baseline, subject)), again.get((baseline, subject))
        if contestant != baseline and references[0] and references[1]:
            yield _blocks(references[0], mine), _blocks(references[1], mine)


def twins(document: Document) -> Iterator[list[Block]]:
    """Of every cell that was measured twice, the blocks of its two processes beside each other."""
    first, again = (measured(document, control=control) for control in (False, True))
    for key, one in again.items():
        if key in first and key[0] != document.plan.baseline:
            yield _blocks(first[key], one)


def _blocks(reference: Beside, mine: Beside) -> list[Block]:
    found = [_block(reference[key], sample) for key, sample in mine.items() if key in reference]
    return [block for block in found if block]


def _block(reference: Sample, sample: Sample) -> Block | None:
    one, two = by_round(reference, sample, lambda batches: batches.ns)
    half = len(one) // 2
    if len(one) < MIN_ROUNDS:
        return None
    return Block(log_ratio(one, two), log_ratio(one[:half], two[:half]), log_ratio(one[half:], two[half:]))


def whole(found: Sequence[Sequence[Block]]) -> float:
    """The variance of a block."""
    return float(np.mean([np.var([block.whole for block in blocks], ddof=1) for blocks in found]))


def shared(found: Sequence[Sequence[Block]]) -> float:
    """What both halves of a block share."""
    each = [np.cov([block.first for block in blocks], [block.second for block in blocks])[0, 1] for blocks in found]
    return max(0.0, float(np.mean(each)))


def row(path: Path) -> str:
    document = store.read(path)
    found = [pair for pair in pairs(document) if min(map(len, pair)) >= MIN_BLOCKS]
    if not found:
        return f"| {path.stem} | too few rounds or blocks |"
    first = [one for one, _ in found]
    means = [
        [Block(*(float(np.mean(two)) for two in zip(*both, strict=True))) for both in zip(*pair, strict=True)]
        for pair in found
        if len(pair[0]) == len(pair[1])
    ]
    variances = [whole(first), shared(first), max(0.0, whole(first) - shared(first)), whole(means)]
    same = [blocks for blocks in twins(document) if len(blocks) >= MIN_BLOCKS]
    variances += [whole(same), shared(same)] if same else []
    sds = [f"{100 * math.sqrt(variance):.1f}%" for variance in variances]
    return f"| {path.stem} | {len(found)} | {' | '.join([*sds, '–', '–'][:6])} |"


if __name__ == "__main__":
    print("| document | ratios | sd of a block | shared by its rounds | of rounds | beside both | of twins | shared |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in sys.argv[1:]:
        print(row(Path(name)))
