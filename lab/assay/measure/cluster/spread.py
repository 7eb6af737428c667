"""Blocks spread over machines: who measures next, what a lost machine costs, and when enough is enough.

Every machine measures whole blocks, one at a time, and none is more than a block ahead of the others: so machines have
like numbers of blocks whatever becomes of them, and a comparison never spans two.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assay.analysis.comparisons import compare
from assay.analysis.machines import first_blocks, spread
from assay.base.errors import AssayError
from assay.measure.blocks import Clock, Watch, alive, enter, fits, judge_steadiness, needed_blocks
from assay.measure.cluster.machines import Lost, Machines
from assay.measure.cluster.messages import Measure, Measured, understood
from assay.results.document import Cluster, Document
from assay.stats.machines import planned_blocks_each

FEWEST_FIRST = 2  # blocks of each machine before their number is decided: one does not tell blocks from machines
LOOK_EVERY = 1.0  # seconds


@dataclass(frozen=True)
class ClusterWatch(Watch):
    """``lost`` with the event that the document has got; ``heard`` with a machine's number and a line of its lab."""

    lost: Callable[[str, Document], None]
    heard: Callable[[int, str], None]


class AllLost(Exception):
    """No machine is left, and the run is not done."""


class Spread:
    """A run on several machines. ``numbers``: of those that are ready their places in the document."""

    def __init__(
        self,
        document: Document,
        machines: Machines,
        numbers: Mapping[int, int],
        watch: ClusterWatch,
        clock: Clock = time.monotonic,
    ) -> None:
        assert document.cluster is not None
        self.document = document
        self.cluster: Cluster = document.cluster
        self.machines = machines
        self.numbers = numbers
        self.watch = watch
        self.clock = clock
        self.begin = clock() - document.measure_seconds
        self.next = len(document.blocks)
        self.left = set(numbers)  # machines that are not lost
        self.busy: set[int] = set()

    def run(self) -> None:
        """Measure until there is enough. AllLost where no machine is left; then the document has all that was done."""
        while True:
            reason = self.enough()
            if not self.left and not reason:
                raise AllLost
            if not reason:
                for machine in self._free():
                    self._begin(machine)
            elif not self.busy:
                break
            for machine, answer in self.machines.answers(LOOK_EVERY).items():
                self._end(machine, answer)
            self._say()
        self.document.stopped_because = reason
        judge_steadiness(self.document)
        self.watch.saved(self.document)

    def enough(self) -> str:
        """Why no further block is begun; empty when one is. Never a matter of significance."""
        document, settings = self.document, self.document.plan.settings
        done = len(document.blocks)
        if not alive(document):
            return "no cell is left to measure"
        if settings.blocks is not None:
            if done + len(self.busy) < settings.blocks:
                return ""
            return f"{settings.blocks} blocks were asked for"
        if done and not fits(document, self.clock() - self.begin):
            return f"the next blocks would not fit into the budget of {settings.budget_seconds:g} s"
        if not self.left or self._fewest() < (needed := self._each()):
            return ""
        if needed >= settings.max_blocks:
            return f"{settings.max_blocks} blocks of every machine, the most that the profile allows"
        return f"{needed} blocks of every machine, as many as the spread of the first {self._first_stage()} asks for"

    def _each(self) -> int:
        """The blocks that every machine is to have, as far as that is known: those of the first stage, or all."""
        first = self._first_stage()
        return first if self._fewest() < first else self._needed(first)

    def _first_stage(self) -> int:
        return max(FEWEST_FIRST, math.ceil(self.document.plan.settings.first_stage / len(self.numbers)))

    def _needed(self, first: int) -> int:
        settings = self.document.plan.settings
        if len(self.document.measured_on) == 1:
            return needed_blocks(self.document)
        pairs = [
            (interval, levels)
            for compared in compare(first_blocks(self.document, first)).values()
            for cell in compared.cells
            if not cell.control and cell is not compared.anchor
            if (interval := compared.pair(compared.anchor, cell)) is not None and interval.blocks > 1
            if (levels := spread(compared, compared.anchor, cell)) is not None
        ]
        most = max(settings.max_blocks, first)
        return max(first, planned_blocks_each(pairs, settings.precision, most, settings.confidence))

    def _fewest(self) -> int:
        return min(self._done(machine) for machine in self.left)

    def _done(self, machine: int) -> int:
        return sum(block.machine == self.numbers[machine] for block in self.document.blocks)

    def _free(self) -> list[int]:
        """The machines that may begin a block now: as many as may, those with the fewest blocks first."""
        counts = {machine: self._done(machine) + (machine in self.busy) for machine in self.left}
        fewest = min(counts.values())
        free = [machine for machine in sorted(counts) if machine not in self.busy and counts[machine] == fewest]
        asked = self.document.plan.settings.blocks
        if asked is None:
            return free if fewest < self._each() else []
        return free[: asked - len(self.document.blocks) - len(self.busy)]

    def _begin(self, machine: int) -> None:
        message = Measure(number=self.next, cells=[cell.key for cell in alive(self.document)])
        self.next += 1
        self.busy.add(machine)
        self.machines.ask(machine, message.model_dump_json())

    def _end(self, machine: int, answer: str | Lost) -> None:
        self.busy.discard(machine)
        try:
            measured = understood(answer, Measured).block
        except AssayError as error:
            self._lose(machine, str(error))
            return
        reasons = {key: reason for key, _, reason in measured.broken}
        known = {cell.key: cell for cell in alive(self.document)}
        enter(self.document, measured)
        self.document.blocks[-1].machine = self.numbers[machine]
        self.document.measure_seconds = self.clock() - self.begin
        for key, reason in reasons.items():
            if key in known:
                self.watch.broken(known[key], f"machine {self.numbers[machine] + 1}: {reason}")
        self.watch.saved(self.document)

    def _lose(self, machine: int, reason: str) -> None:
        self.left.discard(machine)
        number = self.numbers[machine]
        self.cluster.machines[number].lost = True
        blocks = self._done(machine)
        self.cluster.events.append(
            f"Machine {number + 1} was lost after {blocks} {'block' if blocks == 1 else 'blocks'} ({reason}); "
            "the block that it was measuring is not counted"
        )
        self.document.measure_seconds = self.clock() - self.begin
        self.watch.lost(self.cluster.events[-1], self.document)

    def _say(self) -> None:
        for machine, line in self.machines.heard():
            self.watch.heard(self.numbers[machine], line)
        doing = ", ".join(str(self.numbers[machine] + 1) for machine in sorted(self.busy))
        if doing:
            self.watch.now(len(self.document.blocks), 0, 1, f"measured on machine {doing}")
