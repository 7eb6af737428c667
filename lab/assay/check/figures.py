"""Whether the raw figures can be computed with, and can have been measured: by themselves, and beside the others."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from assay.check.finding import Finding
from assay.results import computable
from assay.results.document import Cell, Document, Sample

RULE = "figures"
LEAST_NS = 0.05  # per record and thread: less than a cycle of any processor
SLACK = 1.05  # for clocks that are not the same: that of a process, that of the lab
# Processor time of stores is taken around the clock of a batch, by the system's ticks.
CPU_SLACK, TICK_NS = 1.5, 50_000_000


def findings(document: Document) -> Iterator[Finding]:
    wrong = list(computable.faults(document))
    yield from (Finding(RULE, place, words) for place, words in wrong)
    if wrong:
        return
    yield from _dates_to_come(document)
    for cell in document.cells:
        for place, sample in computable.samples(cell):
            for words in _of_sample(document, cell, sample):
                yield Finding(RULE, place, words)
    for block in document.blocks:
        measured = sum(
            sum(sample.batches.wall_ns)
            for cell in document.cells
            for sample in cell.samples
            if sample.block == block.index
        )
        if measured / 1e9 > block.seconds * SLACK:
            yield Finding(
                RULE,
                f"blocks.{block.index}",
                f"its batches took {measured / 1e9:.1f} s, more than the whole block, {block.seconds:.1f} s",
            )


def _dates_to_come(document: Document) -> Iterator[Finding]:
    for place, text in computable.dates(document):
        moment = datetime.fromisoformat(text)
        if moment.replace(tzinfo=moment.tzinfo or UTC) > datetime.now(UTC) + timedelta(days=1):
            yield Finding(RULE, place, f"{text} has not come yet")


def _of_sample(document: Document, cell: Cell, sample: Sample) -> Iterator[str]:
    batches = sample.batches
    count = len(batches.wall_ns)
    if not cell.harness and min(batches.wall) * cell.way.threads < LEAST_NS:  # a null contestant does nothing
        yield f"a record in {min(batches.wall):.2g} ns: less than one cycle of a processor"
    blocks = document.blocks
    machine = document.machines[blocks[sample.block].machine if sample.block < len(blocks) else 0]
    # A quota holds over tenths of a second: in a short batch there may be all cores of the machine.
    cores = machine.limited.machine_cores if machine.limited else machine.cores
    if any(cpu > wall * cores * CPU_SLACK + TICK_NS for cpu, wall in zip(batches.cpu_ns, batches.wall_ns, strict=True)):
        yield f"more processor time than {cores} cores have"
    rounds = sample.rounds
    # A block whose processes take long to start has more rounds than the profile (measure/turns.py).
    limit = max(document.plan.settings.rounds, document.plan.settings.most_rounds)
    if rounds is not None and (rounds != sorted(set(rounds)) or not _within(rounds, limit)):
        yield f"the rounds of its batches are not {count} different ones of {limit}, in order"
    if rounds is None and sample.group is not None and limit and count > limit:
        yield f"{count} batches in {limit} rounds"
    if sample.peak_rss_bytes > machine.memory_bytes:
        yield "more memory than the machine has"
    if sample.idle_share is not None and not 0 <= sample.idle_share < math.inf:
        yield f"an idle share of {sample.idle_share}"


def _within(rounds: list[int], limit: int) -> bool:
    return not rounds or (rounds[0] >= 0 and rounds[-1] < limit)
