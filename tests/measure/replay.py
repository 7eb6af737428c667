"""Runs without processes: documents made by hand, and an executor that replays samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from assay.measure.blocks import Watch
from assay.measure.executor import Now, Results
from assay.measure.groups import Group, Need, plan
from assay.results.document import (
    Batches,
    Cell,
    ContestantFacts,
    Document,
    LaneFacts,
    Machine,
    Plan,
    Sample,
    WorkloadFacts,
)
from assay.results.request import Request, Settings
from assay.runner.broken import Broken
from assay.runner.rules import CONTRACT

LANE = LaneFacts(typing="generic", buffer="fresh", strings="owned", input_checking=True)


def document(settings: Settings, contestants: list[str], operations: tuple[str, ...] = ("encode",)) -> Document:
    """A planned run of these contestants on one workload; the first is the baseline and has its control."""
    cells = [Cell(contestant=c, workload="w", operation=o) for c in contestants for o in operations]
    cells += [Cell(contestant=contestants[0], workload="w", operation=o, control=True) for o in operations]
    return Document(
        assay="0",
        id="replayed",
        created="2026-01-01T00:00:00+00:00",
        state="running",
        command=["assay", "run"],
        machine=Machine(
            cpu="none",
            cores=1,
            memory_bytes=1,
            system="s",
            kernel="k",
            governor=None,
            virtual=None,
            python="3",
            tools={},
        ),
        plan=Plan(request=Request(seed=11, settings=settings), suite="s", baseline=contestants[0], across_lanes=True),
        workloads=[
            WorkloadFacts(
                name="w",
                data=None,
                avro_schema='"null"',
                records=10,
                seed=1,
                digest="d",
                json_bytes=50,
                avro_bytes=40,
                container_bytes=60,
                reference="r",
            )
        ],
        contestants=[
            ContestantFacts(
                name=c,
                title=c,
                language="none",
                format="avro",
                library=c,
                version="1",
                description="d",
                lane=LANE.model_copy(),
            )
            for c in contestants
        ],
        cells=cells,
    )


def sample(block: int, position: int, ns: float, steady: bool = True) -> Sample:
    """A sample whose value is ``ns`` per record."""
    wall = [round(ns * 1000)] * 3
    return Sample(
        block=block,
        group=0,
        position=position,
        steady=steady,
        warm_batches=3,
        warm_ns=1,
        setup_ns=1,
        timer_ns=1,
        batches=Batches(passes=[100] * 3, records_per_pass=10, wall_ns=wall, cpu_ns=wall),
        peak_rss_bytes=1,
    )


class Replay:
    """Gives every cell of every block the same sample in every run, whatever the order. Keeps a record of its cells.

    ``breaks``: cells (by key) that break a rule in that block. ``stop_at``: the cell at which the user interrupts.
    """

    def __init__(
        self,
        breaks: dict[str, int] | None = None,
        stop_at: int | None = None,
        steady: Callable[[str], bool] = lambda key: True,
        spread: float = 0.02,
    ) -> None:
        self.breaks = breaks or {}
        self.stop_at = stop_at
        self.steady = steady
        self.spread = spread
        self.calls: list[tuple[int, str]] = []

    def groups(self, cells: Sequence[Cell], block: int) -> list[Group]:
        return plan(cells, "x/a", lambda cell: Need(0), 1, Random(block))

    def measure(self, group: Group, block: int, number: int, now: Now) -> Results:
        return {cell.key: self._one(cell, block, position) for position, cell in enumerate(group.cells)}

    def _one(self, cell: Cell, block: int, position: int) -> Sample | Broken:
        if self.stop_at is not None and len(self.calls) == self.stop_at:
            raise KeyboardInterrupt
        self.calls.append((block, cell.key))
        if self.breaks.get(cell.key) == block:
            return Broken(CONTRACT, "the process ended")
        noise = Random(f"{cell.key} {block}").gauss(0, self.spread)
        return sample(block, position, (100 + len(cell.contestant)) * (1 + noise), self.steady(cell.key))

    def block(self, index: int) -> list[str]:
        return [key for block, key in self.calls if block == index]


class Saved:
    """Keeps what a run would have written to disk."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def watch(self) -> Watch:
        return Watch(
            saved=lambda document: self.texts.append(document.model_dump_json()),
            now=lambda block, group, groups, text: None,
            broken=lambda cell, reason: None,
            waits=lambda document, seconds, due: None,
        )

    def last(self) -> Document:
        return Document.model_validate_json(self.texts[-1])


class Clock:
    """A clock that moves on by one second whenever it is read."""

    def __init__(self, step: float = 1.0) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now
