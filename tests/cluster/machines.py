"""Machines of a cluster without Ray: each answers by replayed samples, and can be lost at a known block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from measure.replay import Replay, Saved

from assay.measure.blocks import measure_block
from assay.measure.cluster.machines import Facts, Lost
from assay.measure.cluster.messages import Failed, Measure, Measured
from assay.measure.cluster.spread import ClusterWatch
from assay.results.document import Cell, Cluster, ClusterMachine, Document


class Replayed:
    """``order``: whose answer comes first, again and again. ``lost``: machines, with the blocks they finish before.

    ``breaks``: cells that break a rule, by machine, in the block of that number.
    """

    def __init__(
        self,
        document: Document,
        order: Sequence[int],
        lost: Mapping[int, int] | None = None,
        breaks: Mapping[int, dict[str, int]] | None = None,
    ) -> None:
        self.cells: dict[str, Cell] = {cell.key: cell for cell in document.cells}
        self.order = order
        self.lost = dict(lost or {})
        self.replays = {number: Replay((breaks or {}).get(number)) for number in set(order)}
        self.begun: list[tuple[int, int]] = []  # machine and number of every block that was asked for
        self.waiting: dict[int, Measure] = {}
        self.turn = 0

    @property
    def facts(self) -> list[Facts]:
        return [Facts(f"host {number}", f"boot {number}") for number in sorted(self.replays)]

    def ask(self, number: int, message: str) -> None:
        assert number not in self.waiting, "it is measuring"
        self.waiting[number] = Measure.model_validate_json(message)
        self.begun.append((number, self.waiting[number].number))

    def answers(self, seconds: float) -> dict[int, str | Lost]:
        while self.order[self.turn % len(self.order)] not in self.waiting:
            self.turn += 1
        number = self.order[self.turn % len(self.order)]
        self.turn += 1
        message = self.waiting.pop(number)
        done = sum(machine == number for machine, _ in self.begun) - 1
        if self.lost.get(number, -1) == done:
            return {number: Lost("it does not answer any more")}
        cells = [self.cells[key] for key in message.cells]
        block = measure_block(cells, self.replays[number], message.number, lambda *_: None, lambda *_: None)
        return {number: Measured(block=block).model_dump_json()}

    def heard(self) -> list[tuple[int, str]]:
        return []


class Refusing(Replayed):
    """The second machine says that it cannot measure."""

    def answers(self, seconds: float) -> dict[int, str | Lost]:
        found = super().answers(seconds)
        return {
            number: Failed(error="the disk is full").model_dump_json() if number else it for number, it in found.items()
        }


def spread_over(document: Document, machines: int) -> Document:
    """The document as one of a run on so many machines."""
    document.cluster = Cluster(
        kind="k",
        machines=[
            ClusterMachine(machine=document.machine, identity=str(number), computer=number)
            for number in range(machines)
        ],
    )
    return document


def watching(saved: Saved, events: list[str]) -> ClusterWatch:
    one = saved.watch()
    return ClusterWatch(
        one.saved, one.now, one.broken, one.waits, lambda event, _: events.append(event), lambda *_: None
    )
