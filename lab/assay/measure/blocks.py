"""The blocks of a run: what is measured in each, what a failure costs, and when enough is enough."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from pydantic import BaseModel

from assay.analysis.comparisons import compare
from assay.analysis.lanes import comparable
from assay.measure.executor import Executor
from assay.measure.groups import Group
from assay.measure.machine import StealMeter, load_average
from assay.measure.pauses import Pauses
from assay.results.document import Block, Cell, CellStatus, Document, GroupFacts, Sample
from assay.runner.broken import Broken
from assay.runner.rules import STEADY
from assay.stats.looks import LOOKS
from assay.stats.stopping import planned_blocks
from assay.stats.verdict import verdict

MOST = "the most that the profile allows"


@dataclass(frozen=True)
class Watch:
    """Who hears how a run goes on. ``saved`` after each block.

    ``now`` with block, group, number of groups, and what is being done. ``waits`` before a pause, with its seconds and
    when the next block begins.
    """

    saved: Callable[[Document], None]
    now: Callable[[int, int, int, str], None]
    broken: Callable[[Cell, str], None]
    waits: Callable[[Document, float, datetime], None]


class MeasuredBlock(BaseModel):
    """What a block brought, before it is in the document. ``broken``: key of the cell, status and reason."""

    samples: list[tuple[str, Sample]]
    broken: list[tuple[str, CellStatus, str]]
    block: Block | None = None


Clock = Callable[[], float]


def run_blocks(
    document: Document,
    execute: Executor,
    watch: Watch,
    clock: Clock = time.monotonic,
    pauses: Pauses | None = None,
) -> None:
    """Measure block after block until there are enough, writing each into the document when it is whole.

    Blocks that the document already has are not done again. An interruption (any exception that is not Broken)
    leaves the document as it was after the last whole block. Pauses count neither as measuring nor for the budget.
    """
    pauses = pauses or Pauses()
    settings = document.plan.settings
    begin = clock() - document.measure_seconds
    while True:
        reason = enough(document, clock() - begin)
        if reason:
            document.stopped_because = reason
            break
        if settings.over_seconds is not None:
            pauses.wait(document, watch.waits)
            begin = clock() - document.measure_seconds
        index = len(document.blocks)
        enter(document, measure_block(alive(document), execute, index, partial(watch.now, index), watch.broken, clock))
        document.measure_seconds = clock() - begin
        watch.saved(document)
    judge_steadiness(document)
    watch.saved(document)


def alive(document: Document) -> list[Cell]:
    """The cells that are measured on: neither failed nor the kits' own."""
    return [cell for cell in document.cells if cell.status in ("planned", "measured") and not cell.harness]


def fits(document: Document, elapsed: float) -> bool:
    """Whether one more block is likely to end within the budget; at least one must be finished."""
    typical = statistics.median(block.seconds for block in document.blocks)
    return elapsed + typical <= document.plan.settings.budget_seconds


def enough(document: Document, elapsed: float) -> str:
    """Why no further block is measured; empty when one is.

    A matter of width or of the budget, never of significance, unless the run is to go on until all is decided. Where
    blocks are spread over a time, of the budget alone: width would end it before the time is over.
    """
    settings = document.plan.settings
    done = len(document.blocks)
    if not alive(document):
        return "no cell is left to measure"
    if settings.blocks is not None:
        asked = "1 block was" if settings.blocks == 1 else f"{settings.blocks} blocks were"
        return f"{asked} asked for" if done >= settings.blocks else ""
    if done and not fits(document, elapsed):
        return f"the next block would not fit into the budget of {settings.budget_seconds:g} s"
    if settings.until == "decided":
        return _looked(document)
    if settings.over_seconds is not None:
        return f"{done} blocks, {MOST}" if done >= settings.max_blocks else ""
    if done < settings.first_stage:
        return ""
    needed = needed_blocks(document)
    if done < needed:
        return ""
    if needed >= settings.max_blocks:
        return f"{settings.max_blocks} blocks, {MOST}"
    return f"{needed} blocks, as many as the spread of the first {settings.first_stage} asks for"


def _looked(document: Document) -> str:
    """Why a run that is to go on until all is decided ends after this block; empty where it does not."""
    done = len(document.blocks)
    if done >= LOOKS[-1]:
        return f"{LOOKS[-1]} blocks, after the last look"
    return f"all is decided after {done} blocks" if done in LOOKS and decided(document) else ""


def decided(document: Document) -> bool:
    """Whether the interval of every cell that is compared with the baseline allows one verdict only."""
    margin = document.plan.settings.margin
    return all(
        (interval := compared.pair(compared.anchor, cell)) is not None and verdict(interval, margin) != "undecided"
        for compared in compare(document).values()
        for cell in compared.cells
        if not cell.control and cell is not compared.anchor and comparable(document, compared.anchor, cell)
    )


def needed_blocks(document: Document) -> int:
    """The number of blocks that the first stage asks for."""
    settings = document.plan.settings
    first = document.model_copy(update={"blocks": document.blocks[: settings.first_stage]})
    found = [
        interval
        for compared in compare(first).values()
        for cell in compared.cells
        if cell is not compared.anchor and (interval := compared.pair(compared.anchor, cell)) is not None
    ]
    most = max(settings.max_blocks, settings.first_stage)
    return planned_blocks(found, settings.precision, most, settings.confidence)


def measure_block(
    cells: Sequence[Cell],
    execute: Executor,
    index: int,
    now: Callable[[int, int, str], None],
    broken: Callable[[Cell, str], None],
    clock: Clock = time.monotonic,
) -> MeasuredBlock:
    """Measure all cells once, in fresh processes; ``index`` decides groups and orders.

    ``now`` is called with group, number of groups, and what is being done; ``broken`` with each cell that fails.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    begin = clock()
    load_before = load_average()
    steal = StealMeter()
    measured = MeasuredBlock(samples=[], broken=[])
    facts: list[GroupFacts] = []
    groups = execute.groups(cells, index)
    for number, group in enumerate(groups):
        found = execute.measure(group, index, number, partial(now, number, len(groups)))
        done = [(cell, found[cell.key]) for cell in group.cells]
        facts.append(_facts(group, done))
        for cell, result in done:
            if isinstance(result, Broken):
                measured.broken.append((cell.key, result.status, result.reason))
                broken(cell, result.reason)
            else:
                measured.samples.append((cell.key, result))
    measured.block = Block(
        index=index,
        started=started,
        seconds=clock() - begin,
        groups=facts,
        load_before=load_before,
        steal=steal.share(),
    )
    return measured


def enter(document: Document, measured: MeasuredBlock) -> None:
    """Put a whole block into the document, as its next one."""
    assert measured.block is not None
    index = len(document.blocks)
    cells = {cell.key: cell for cell in document.cells}
    for key, sample in measured.samples:
        cells[key].samples.append(sample.model_copy(update={"block": index}))
        if cells[key].status == "planned":
            cells[key].status = "measured"
    for key, status, reason in measured.broken:
        cells[key].reject(status, reason)
    document.blocks.append(measured.block.model_copy(update={"index": index}))


def _facts(group: Group, done: list[tuple[Cell, Sample | Broken]]) -> GroupFacts:
    turns = [len(result.batches.wall_ns) for _, result in done if isinstance(result, Sample)]
    rounds = max(turns, default=0) if not group.alone else 0
    return GroupFacts(cells=[cell.key for cell in group.cells], rounds=rounds, alone=group.alone)


def mostly_unsteady(cell: Cell) -> bool:
    return sum(not sample.steady for sample in cell.samples) * 2 > len(cell.samples)


def judge_steadiness(document: Document) -> None:
    for cell in document.cells:
        if cell.status == "measured" and mostly_unsteady(cell):
            unsteady = sum(not sample.steady for sample in cell.samples)
            cell.reject(
                STEADY.status,
                f"{STEADY.words}: {unsteady} of {len(cell.samples)} processes changed their speed while being measured",
            )
