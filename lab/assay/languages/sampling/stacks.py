"""Stacks of frames with their weights: the one form into which every profiler's output is brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Kind = Literal["kit", "adapter", "library", "runtime", "system", "other"]

# What each kind is called where a reader sees it.
KINDS: dict[Kind, str] = {
    "library": "the library, and what is generated for it",
    "adapter": "the adapter",
    "kit": "the kit",
    "runtime": "the language's own library and runtime, with its collector",
    "system": "the kernel",
    "other": "other threads",
}
TRUNK = 0.9  # share of the weight from which a frame is one that nearly everything stands on


@dataclass(frozen=True, order=True)
class Frame:
    """A function in a stack. ``place``: the file and line of a call, where these tell calls apart; else empty."""

    name: str
    kind: Kind
    place: str = ""

    @property
    def shown(self) -> str:
        """The name with its place, and with a mark where it is the kit's."""
        place = f" ({self.place})" if self.place else ""
        return f"{self.name}{place}{' [kit]' if self.kind == 'kit' else ''}"


Stack = tuple[Frame, ...]
LEADING = ("kit", "runtime")  # kinds of frames that may lead to the adapter
ENTRIES = ("main", "main.main")  # of programs, which may stand in the adapter's file
OTHER_THREADS = Frame("[other threads]", "other")


@dataclass(frozen=True)
class Row:
    """A frame in the table: the weights with it at the end of the stack, and anywhere in the stack."""

    frame: Frame
    own: float
    total: float


@dataclass(frozen=True)
class Stacks:
    """``weights``: of each stack, outermost frame first: samples, nanoseconds or bytes, all of one kind."""

    weights: Mapping[Stack, float]

    @classmethod
    def of(cls, found: Iterable[tuple[Iterable[Frame], float]]) -> Stacks:
        """Adds up what has the same stack; without frames, or without weight, it is nothing."""
        weights: dict[Stack, float] = defaultdict(float)
        for frames, weight in found:
            if (stack := tuple(frames)) and weight > 0:
                weights[stack] += weight
        return cls(dict(weights))

    @cached_property
    def total(self) -> float:
        return sum(self.weights.values())

    @cached_property
    def main(self) -> float:
        """The weight without that of other threads."""
        return sum(weight for stack, weight in self.weights.items() if stack[0] != OTHER_THREADS)

    def scaled(self, main: float) -> Stacks:
        """The same shares, where what is not of other threads has this weight."""
        factor = main / self.main if self.main else 0.0
        return Stacks({stack: weight * factor for stack, weight in self.weights.items()})

    def rows(self) -> list[Row]:
        """Every frame of the main thread, that with the most of its own first; none counts twice in a stack."""
        own: dict[Frame, float] = defaultdict(float)
        total: dict[Frame, float] = defaultdict(float)
        for stack, weight in self.weights.items():
            if stack[0] != OTHER_THREADS:
                own[stack[-1]] += weight
                for frame in set(stack):
                    total[frame] += weight
        return sorted((Row(f, own[f], total[f]) for f in total), key=lambda row: (-row.own, -row.total, row.frame))

    def by_kind(self) -> dict[Kind, float]:
        """The weight of the innermost frames, by where these come from; other threads by themselves."""
        found: dict[Kind, float] = defaultdict(float)
        for stack, weight in self.weights.items():
            found["other" if stack[0] == OTHER_THREADS else stack[-1].kind] += weight
        return {kind: found[kind] for kind in KINDS if found[kind]}

    def by_site(self) -> Stacks:
        """Each stack cut after the innermost frame that is not the runtime's: who asked the runtime for memory."""
        return Stacks.of((_asking(stack), weight) for stack, weight in self.weights.items())

    def without_trunk(self) -> Stacks:
        """Without the frames that lead from the start of the process to the adapter, where nearly all stand on them."""
        weights = dict(self.weights)
        while True:
            main = {stack: weight for stack, weight in weights.items() if stack[0] != OTHER_THREADS}
            roots: dict[Frame, float] = defaultdict(float)
            for stack, weight in main.items():
                roots[stack[0]] += weight if len(stack) > 1 else 0.0
            heaviest = max(roots, key=lambda frame: roots[frame], default=None)
            if heaviest is None or not _leads(heaviest) or roots[heaviest] < TRUNK * sum(main.values()):
                return Stacks(weights)
            weights = dict(
                Stacks.of(
                    (stack[1:] if stack[0] == heaviest and len(stack) > 1 else stack, weight)
                    for stack, weight in weights.items()
                ).weights
            )

    def folded(self) -> str:
        """A line for each stack, as other tools that draw flamegraphs take it."""
        lines = (
            f"{';'.join(frame.shown.replace(';', ':') for frame in stack)} {weight:.0f}"
            for stack, weight in sorted(self.weights.items())
        )
        return "".join(f"{line}\n" for line in lines)


def _leads(frame: Frame) -> bool:
    return frame.kind in LEADING or frame.name in ENTRIES


def _asking(stack: Stack) -> Stack:
    end = len(stack)
    while end > 1 and stack[end - 1].kind in ("runtime", "system"):
        end -= 1
    return stack[:end] if stack[end - 1].kind not in ("runtime", "system") else stack
