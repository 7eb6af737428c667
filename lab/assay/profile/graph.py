"""What is drawn of a profile: one picture, or two where it is held against another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assay.base import words
from assay.profile.sample import Profile
from assay.profile.tree import Node, grow


def _objects(number: float) -> str:
    return f"{words.count(number)} objects"


UNITS: dict[str, Callable[[float], str]] = {"ns": words.nanoseconds, "bytes": words.size, "objects": _objects}


@dataclass(frozen=True)
class Graph:
    """``unit``: of the values, for one record: ns, bytes or objects. ``other``: what changes refer to, if anything."""

    title: str
    unit: str
    root: Node
    other: str = ""

    def amount(self, value: float) -> str:
        return UNITS[self.unit](value)


def graphs(profile: Profile, against: Profile | None) -> list[Graph]:
    """Time first, then allocations where they are told. A differential one is drawn both ways round: what only one of
    the two does is in its own picture alone.
    """
    if against is not None:
        pairs = ((profile, against), (against, profile))
        return [
            Graph(
                f"{name(one, two)}, coloured by change from {name(two, one)}",
                "ns",
                grow(one.stacks, two.stacks),
                name(two, one),
            )
            for one, two in pairs
        ]
    drawn = [Graph(f"Time of {profile.title}", "ns", grow(profile.stacks))]
    found = profile.allocations
    if found.stacks is not None:
        drawn.append(Graph(f"Allocations of {profile.title}", found.unit, grow(found.stacks)))
    return drawn


def name(one: Profile, other: Profile) -> str:
    """The contestant; with workload and operation where these differ."""
    return one.contestant if (one.workload, one.operation) == (other.workload, other.operation) else one.title
