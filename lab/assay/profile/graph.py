"""What is drawn of a profile: one picture, or two where it is compared with another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.base import words
from assay.base.tables import Call
from assay.languages.sampling.stacks import KINDS
from assay.profile.sample import Profile
from assay.profile.tree import Node, boxes, grow


def _objects(number: float) -> str:
    return f"{words.count(number)} objects"


UNITS: dict[str, Callable[[float], str]] = {"ns": words.nanoseconds, "bytes": words.size, "objects": _objects}


COLOURS: dict[str, str] = {
    "library": "#f4a261",
    "adapter": "#8fd19e",
    "kit": "#9ec5e8",
    "runtime": "#f2d479",
    "system": "#d3b3e8",
    "other": "#c2c8cd",
}
STRONGEST = 0.25  # of all, from which a change has the deepest colour


@dataclass(frozen=True)
class Graph:
    """``unit``: of the values, for one record: ns, bytes or objects. ``other``: what changes refer to, if anything."""

    title: str
    unit: str
    root: Node
    other: str = ""

    def amount(self, value: float) -> str:
        return UNITS[self.unit](value)

    def said(self, call: Call) -> str:
        """What is said of a call after its name: its share, its amount, and its change, if there is one."""
        change = ""
        if call.change:
            change = f", {self.amount(abs(call.change))} {'more' if call.change > 0 else 'less'} than {self.other}"
        return f"{words.percent(call.value / self.root.value)}, {self.amount(call.value)} a record{change}"

    def colour(self, call: Call) -> str:
        """By its kind; of a change, red for more and blue for less, the deeper the more."""
        if call.change is None:
            return COLOURS[call.kind] if call is not self.root else "#d5d9dc"
        strength = min(1.0, abs(call.change) / self.root.value / STRONGEST) ** 0.6
        rest = round(255 - 125 * strength)
        return f"rgb(255,{rest},{rest})" if call.change > 0 else f"rgb({rest},{round(255 - 75 * strength)},255)"


def legend(drawn: Sequence[Graph]) -> list[tuple[str, str]]:
    """Words and colour of each kind of call that is there."""
    there = {node.kind for graph in drawn for node, *_ in boxes(graph.root) if node is not graph.root}
    return [(said, COLOURS[kind]) for kind, said in KINDS.items() if kind in there]


def graphs(profile: Profile, against: Profile | None) -> list[Graph]:
    """Time first, then allocations where they were recorded. A differential one is drawn both ways round: what only
    one of the two does is in its own picture alone.
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
