"""What measures the groups of a block in fresh processes; and the interface of it, for tests without any."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Protocol

from assay.base import capacity
from assay.boundaries.boundary import Subject
from assay.measure import turns
from assay.measure.groups import Group, Need, plan
from assay.measure.live import Live
from assay.results.document import Cell, Sample
from assay.results.request import Settings
from assay.runner.broken import Broken

# Of each cell its sample, or why it has none.
Results = dict[str, Sample | Broken]
Now = Callable[[str], None]

SHARE_OF_MEMORY = 0.7  # of what is free, for the processes that are alive together
MEMORY_MARGIN = 1.25  # a process that measures may hold more than it did when it was proved


class Executor(Protocol):
    """Plans and measures the groups of blocks."""

    def groups(self, cells: Sequence[Cell], block: int) -> list[Group]: ...

    def measure(self, group: Group, block: int, number: int, now: Now) -> Results:
        """Measure a group of that number in its block. ``now`` is called with what is being done."""
        ...


class ProcessExecutor:
    """The real one. ``subjects``: by the key of the cell."""

    def __init__(
        self, subjects: Mapping[str, Subject], settings: Settings, baseline: str, seed: int, folder: Path
    ) -> None:
        self.subjects = subjects
        self.settings = settings
        self.baseline = baseline
        self.seed = seed
        self.folder = folder

    def groups(self, cells: Sequence[Cell], block: int) -> list[Group]:
        memory = int(SHARE_OF_MEMORY * capacity.free_memory())
        return plan(cells, self.baseline, self._need, memory, Random(f"groups {self.seed} {block}"))

    def measure(self, group: Group, block: int, number: int, now: Now) -> Results:
        if group.alone:
            return {cell.key: self._alone(cell, block, number) for cell in group.cells}
        rng = Random(f"turns {self.seed} {block} {number}")
        return turns.measure([self._live(cell, block, number) for cell in group.cells], self.settings, rng, now)

    def by_itself(self, cell: Cell, block: int, number: int = 0) -> Sample:
        """Measure one cell, batch after batch, with no other process alive. Raises Broken."""
        with self._live(cell, block, number) as live:
            live.start()
            return live.measured_alone()

    def _alone(self, cell: Cell, block: int, number: int) -> Sample | Broken:
        try:
            return self.by_itself(cell, block, number)
        except Broken as broken:
            return broken

    def _live(self, cell: Cell, block: int, number: int) -> Live:
        rng = Random(f"{self.seed} {block} {number} {cell.key}")
        return Live(cell, self.subjects[cell.key], self.settings, rng, self.folder, block, number)

    def _need(self, cell: Cell) -> Need:
        subject = self.subjects[cell.key]
        return Need(round(MEMORY_MARGIN * subject.memory), subject.alone)
