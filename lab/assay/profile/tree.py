"""Stacks as a tree of calls, which is what a flamegraph draws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from assay.languages.sampling.stacks import Frame, Kind, Stack, Stacks

ROOT = Frame("all", "other")
LEAST = 0.0015  # of all, below which a call is not drawn by itself


@dataclass
class Node:
    """A call. ``value``: with all that it calls. ``change``: value less that of the same call in another profile."""

    frame: Frame
    value: float = 0.0
    change: float | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.frame.shown

    @property
    def kind(self) -> Kind:
        return self.frame.kind

    @property
    def depth(self) -> int:
        """How many rows of calls it takes, itself included."""
        return 1 + max((child.depth for child in self.children), default=0)


def grow(stacks: Stacks, other: Stacks | None = None) -> Node:
    """The tree, its calls by name from left to right; with changes where there is another to compare with."""
    values = by_path(stacks)
    theirs = by_path(other) if other else None
    below: dict[Stack, list[Stack]] = defaultdict(list)
    for path in values:
        if path and values[path] >= LEAST * stacks.total:
            below[path[:-1]].append(path)

    def made(path: Stack) -> Node:
        change = values[path] - theirs.get(path, 0.0) if theirs is not None else None
        children = [made(child) for child in sorted(below[path])]
        return Node(path[-1] if path else ROOT, values[path], change, children)

    return made(())


def by_path(stacks: Stacks) -> Mapping[Stack, float]:
    """The weight of every call, by the calls that lead to it; of the empty one all."""
    values: dict[Stack, float] = defaultdict(float)
    values[()] = 0.0
    for stack, weight in stacks.weights.items():
        for depth in range(len(stack) + 1):
            values[stack[:depth]] += weight
    return values


def boxes(node: Node, left: float = 0.0, width: float = 1.0, row: int = 0) -> Iterator[tuple[Node, float, float, int]]:
    """Where each call is drawn: left edge and width as shares of the picture, and the row, the root's being 0."""
    yield node, left, width, row
    for child in node.children:
        part = width * child.value / node.value
        yield from boxes(child, left, part, row + 1)
        left += part
