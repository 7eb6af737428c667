"""The blocks of a run: in what order cells are measured, what a failure costs, and when enough is enough."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from assay.measure.executor import Executor
from assay.measure.machine import StealMeter, load_average
from assay.results.document import Block, Cell, Document, Sample
from assay.rules import STEADY
from assay.runner.broken import Broken
from assay.stats.paired import log_ratio_sd
from assay.stats.stopping import blocks_needed


@dataclass(frozen=True)
class Watch:
    """Who hears how a run goes on. ``saved`` after each block, ``cell`` before each cell."""

    saved: Callable[[Document], None]
    cell: Callable[[int, int, int, Cell], None]
    broken: Callable[[Cell, str], None]


Clock = Callable[[], float]


def order(cells: Sequence[Cell], seed: int, block: int) -> list[Cell]:
    """The cells of a block in random order; the same for the same seed and block, so that a run can be resumed."""
    shuffled = list(cells)
    Random(f"order {seed} {block}").shuffle(shuffled)
    return shuffled


def run_blocks(document: Document, execute: Executor, watch: Watch, clock: Clock = time.monotonic) -> None:
    """Measure block after block until there are enough, writing each into the document when it is whole.

    Blocks that the document already has are not done again. An interruption (any exception that is not Broken)
    leaves the document as it was after the last whole block.
    """
    begin = clock() - document.measure_seconds
    while True:
        reason = enough(document, clock() - begin)
        if reason:
            document.stopped_because = reason
            break
        _run_block(document, execute, watch, clock)
        document.measure_seconds = clock() - begin
        watch.saved(document)
    _judge_steadiness(document)
    watch.saved(document)


def alive(document: Document) -> list[Cell]:
    """The cells that are measured on: neither failed nor the kits' own."""
    return [cell for cell in document.cells if cell.status in ("planned", "measured") and not cell.harness]


def enough(document: Document, elapsed: float) -> str:
    """Why no further block is measured; empty when one is. Never a matter of significance."""
    settings = document.plan.settings
    done = len(document.blocks)
    if not alive(document):
        return "no cell is left to measure"
    if settings.blocks is not None:
        return f"{settings.blocks} blocks were asked for" if done >= settings.blocks else ""
    if done:
        typical = statistics.median(block.seconds for block in document.blocks)
        if elapsed + typical > settings.budget_seconds:
            return f"the next block would not fit into the budget of {settings.budget_seconds:g} s"
    if done < settings.first_stage:
        return ""
    needed = blocks_needed(
        spreads(document),
        settings.first_stage,
        settings.precision,
        max(settings.max_blocks, settings.first_stage),
        settings.confidence,
    )
    if done < needed:
        return ""
    if needed >= settings.max_blocks:
        return f"{settings.max_blocks} blocks, the most that the profile allows"
    return f"{needed} blocks, as many as the spread of the first {settings.first_stage} asks for"


def spreads(document: Document) -> list[float]:
    """The spread of each comparison with the baseline, over the blocks of the first stage."""
    first = document.plan.settings.first_stage
    baseline = document.plan.baseline
    result = []
    cells = alive(document)
    for reference in cells:
        if reference.contestant != baseline or reference.control:
            continue
        for cell in cells:
            if cell is reference or cell.subject != reference.subject:
                continue
            pairs = paired_values(reference, cell)[:first]
            if len(pairs) >= 2:
                result.append(log_ratio_sd(*zip(*pairs, strict=True)))
    return result


def paired_values(reference: Cell, other: Cell) -> list[tuple[float, float]]:
    """The values of two cells in the blocks that both have, in ns."""
    others = {sample.block: sample.value for sample in other.samples}
    return [(s.value, others[s.block]) for s in reference.samples if s.block in others]


def _run_block(document: Document, execute: Executor, watch: Watch, clock: Clock) -> None:
    index = len(document.blocks)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    begin = clock()
    load_before = load_average()
    steal = StealMeter()
    cells = order(alive(document), document.plan.seed, index)
    samples: list[tuple[Cell, Sample]] = []
    failures: list[tuple[Cell, Broken]] = []
    for position, cell in enumerate(cells):
        watch.cell(index, position, len(cells), cell)
        try:
            samples.append((cell, execute(cell, index, position)))
        except Broken as broken:
            failures.append((cell, broken))
            watch.broken(cell, broken.reason)
    for cell, sample in samples:
        cell.samples.append(sample)
        cell.status = "measured"
    for cell, failure in failures:
        cell.reject(failure.status, failure.reason)
    document.blocks.append(
        Block(
            index=index,
            started=started,
            seconds=clock() - begin,
            order=[cell.key for cell in cells],
            load_before=load_before,
            steal=steal.share(),
        )
    )


def _judge_steadiness(document: Document) -> None:
    for cell in document.cells:
        unsteady = sum(not sample.steady for sample in cell.samples)
        if cell.status == "measured" and unsteady * 2 > len(cell.samples):
            cell.reject(
                STEADY.status,
                f"{STEADY.words}: {unsteady} of {len(cell.samples)} processes were not steady "
                f"after {document.plan.settings.warm_max_seconds:g} s of warm-up",
            )
