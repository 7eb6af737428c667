"""Which cells of a block are alive together and take turns: as many as memory and a limit on live processes allow.

Cells are compared within a group only. So a comparison is one group where it fits; a larger one is split, and each of
its groups has a process of the baseline. Several small comparisons share a group: what one waits for, another does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from assay.results.document import Cell

T = TypeVar("T")

MAX_LIVE = 48  # processes: with more, the turns of one comparison are too far apart in time


@dataclass(frozen=True)
class Need:
    """``memory``: bytes that a process of the cell is expected to hold. ``alone``: why it cannot take turns, if so."""

    memory: int
    alone: str = ""


@dataclass(frozen=True)
class Group:
    """Cells that are measured together, comparison after comparison. ``alone``: why there is one cell only."""

    cells: tuple[Cell, ...]
    alone: str = ""


def plan(
    cells: Sequence[Cell], baseline: str, need: Callable[[Cell], Need], memory: int, rng: Random, limit: int = MAX_LIVE
) -> list[Group]:
    """The groups of a block, in random order, their cells too. ``memory``: bytes that all processes may hold."""
    groups: list[Group] = []
    together: list[Cell] = []
    for comparison in _shuffled(_comparisons(cells), rng):
        apart = [Group((cell,), need(cell).alone) for cell in comparison if need(cell).alone]
        groups += _shuffled(apart, rng)
        for part in _parts([cell for cell in comparison if not need(cell).alone], baseline, need, memory, rng, limit):
            held = sum(need(cell).memory for cell in (*together, *part))
            if together and (len(together) + len(part) > limit or held > memory):
                groups.append(Group(tuple(together)))
                together = []
            together += part
    if together:
        groups.append(Group(tuple(together)))
    return groups


def _comparisons(cells: Iterable[Cell]) -> list[list[Cell]]:
    found: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in cells:
        found.setdefault(cell.subject, []).append(cell)
    return list(found.values())


def _parts(
    cells: Sequence[Cell], baseline: str, need: Callable[[Cell], Need], memory: int, rng: Random, limit: int
) -> list[list[Cell]]:
    """A comparison in parts that fit, the baseline in each of them."""
    anchor = [cell for cell in cells if cell.contestant == baseline and not cell.control]
    parts: list[list[Cell]] = []
    part: list[Cell] = []
    others: dict[str, list[Cell]] = {}  # a contestant's cell and its control stay together
    for cell in cells:
        if cell not in anchor:
            others.setdefault(cell.contestant, []).append(cell)
    for same in _shuffled(list(others.values()), rng):
        held = sum(need(one).memory for one in (*anchor, *part, *same))
        if part and (len(anchor) + len(part) + len(same) > limit or held > memory):
            parts.append(_shuffled([*anchor, *part], rng))
            part = []
        part += same
    if part or anchor:
        parts.append(_shuffled([*anchor, *part], rng))
    return parts


def _shuffled(items: Sequence[T], rng: Random) -> list[T]:
    return rng.sample(list(items), len(items))
