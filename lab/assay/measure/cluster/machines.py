"""What a run on a cluster needs of its machines; and the interface of it, for tests without any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Facts:
    """Of one node. ``host``: its name; ``boot``: the same on all nodes of one computer; ``nice``: of its workers."""

    host: str
    boot: str
    nice: int = 0


@dataclass(frozen=True)
class Lost:
    """A machine that does not answer any more, and why, in a few words."""

    reason: str


class Machines(Protocol):
    """Nodes by their numbers, from 0. A node that was lost is never asked again."""

    @property
    def facts(self) -> list[Facts]: ...

    def ask(self, number: int, message: str) -> None:
        """Begin to ask one machine, which has answered all before."""
        ...

    def answers(self, seconds: float) -> dict[int, str | Lost]:
        """The answers that have come, after so many seconds at most."""
        ...

    def heard(self) -> list[tuple[int, str]]:
        """Lines that machines have said while they work, each since the last time."""
        ...
