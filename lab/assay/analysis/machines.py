"""What the machines of a run say one by one: each by its own blocks, and how far they differ."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.analysis.comparisons import Compared, compare
from assay.analysis.lanes import apart
from assay.results.document import Block, Cell, Document
from assay.stats.machines import Levels, levels
from assay.stats.paired import RatioInterval
from assay.stats.verdict import Verdict, verdict

Subject = tuple[str, str, str]
OPPOSITE: dict[Verdict, Verdict] = {"faster": "slower", "slower": "faster"}


@dataclass(frozen=True)
class OneMachine:
    """What the blocks of one machine say, with intervals that hold for it alone. ``number``: its place, from 0."""

    number: int
    compared: dict[Subject, Compared]

    def pair(self, subject: Subject, first: str, second: str) -> RatioInterval | None:
        """How much faster the cell of the second key is there; None where it has not both."""
        compared = self.compared.get(subject)
        cells = {cell.key: cell for cell in compared.cells} if compared else {}
        if compared is None or first not in cells or second not in cells:
            return None
        return compared.pair(cells[first], cells[second])


@dataclass(frozen=True)
class Reversal:
    """Two cells that two machines tell apart, in opposite order: the first is faster on the first machine."""

    first: Cell
    second: Cell
    machines: tuple[int, int]


def one_by_one(document: Document) -> list[OneMachine]:
    """Every machine that measured a block, in the order of their numbers."""
    return [OneMachine(number, compare(of_machine(document, number))) for number in document.measured_on]


def of_machine(document: Document, number: int) -> Document:
    """The same document with the blocks of one machine only, as if the run had been on it alone."""
    alone = _of_blocks(document, [block for block in document.blocks if block.machine == number])
    blocks = [block.model_copy(update={"machine": 0}) for block in alone.blocks]
    return alone.model_copy(update={"machine": document.machines[number], "cluster": None, "blocks": blocks})


def first_blocks(document: Document, each: int) -> Document:
    """The same document with so many blocks of every machine, its first ones."""
    found: dict[int, list[Block]] = {}
    for block in document.blocks:
        found.setdefault(block.machine, []).append(block)
    kept = [block for blocks in found.values() for block in blocks[:each]]
    return _of_blocks(document, sorted(kept, key=lambda block: block.index))


def _of_blocks(document: Document, blocks: Sequence[Block]) -> Document:
    places = {block.index: place for place, block in enumerate(blocks)}
    return document.model_copy(
        update={
            "blocks": [block.model_copy(update={"index": place}) for place, block in enumerate(blocks)],
            "cells": [_cell_of(cell, places) for cell in document.cells],
        }
    )


def _cell_of(cell: Cell, places: dict[int, int]) -> Cell:
    if cell.harness:
        return cell
    samples = [
        sample.model_copy(update={"block": places[sample.block]}) for sample in cell.samples if sample.block in places
    ]
    return cell.model_copy(update={"samples": samples})


def spread(compared: Compared, first: Cell, second: Cell) -> Levels | None:
    """What the ratio of two cells scatters by, between machines and on one; None where the blocks do not tell."""
    one, other = (compared.level_by_block(cell) for cell in (first, second))
    logs = [
        other[block] - one[block] if block in one and block in other else None
        for block in range(len(compared.machines))
    ]
    return levels(logs, compared.machines)


def reversals(compared: Compared, machines: Sequence[OneMachine], margin: float) -> list[Reversal]:
    """The pairs of cells that two machines order differently, each of them decided by its own blocks.

    What is deferred has no order with what is finished.
    """
    cells = [cell for cell in compared.cells if not cell.control]
    found = []
    for first, second in itertools.combinations(cells, 2):
        if apart(first, second):
            continue
        said = {
            one.number: verdict(interval, margin)
            for one in machines
            if (interval := one.pair(compared.subject, second.key, first.key)) and math.isfinite(interval.half_width)
        }
        for one, other in itertools.combinations(said, 2):
            if said[one] in OPPOSITE and said[other] == OPPOSITE[said[one]]:
                order = (one, other) if said[one] == "faster" else (other, one)
                found.append(Reversal(first, second, order))
    return found
