"""The interface of a boundary: how what it measures becomes tasks, is proved, and is measured in a process.

There are three: codecs, containers, stores, a package each. Measuring knows no more of them than what is declared here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from assay.builder.builder import Built
from assay.data.recordset import RecordSet
from assay.results.document import Batch, Proof
from assay.results.request import Request, Settings
from assay.runner.broken import Broken
from assay.runner.process import Limits, Process
from assay.runner.task import Task

LARGEST_SEED = 2**53  # of a request: what every language's numbers hold exactly
LONG_PASS = 3  # times a lead-in: then cold caches are some hundredths of the first pass at most


@dataclass(frozen=True)
class Place:
    """Where and under which limits contestants are proved. ``folder``: for outputs, logs and files of stores.

    ``now`` is called with what is being done.
    """

    limits: Limits
    folder: Path
    now: Callable[[str], None]


@dataclass(frozen=True)
class Bench:
    """What measuring one cell in one process needs. ``rng``: its own for the cell and the block; so is ``folder``."""

    settings: Settings
    rng: Random
    folder: Path
    compiles: bool  # whether the runtime compiles while it runs, so that it takes long to become steady
    lead_ins: int = 1  # of a turn, as its language needs them

    @property
    def limits(self) -> Limits:
        return Limits(self.settings.memory_limit_bytes, self.settings.reply_seconds)

    @property
    def warm_min_seconds(self) -> float:
        return self.settings.warm_min_seconds if self.compiles else self.settings.warm_min_native_seconds

    @property
    def warm_max_seconds(self) -> float:
        native = self.settings.warm_max_native_seconds
        return self.settings.warm_max_seconds if self.compiles or native is None else native

    @property
    def lead_in_ns(self) -> int:
        return self.lead_ins * self.settings.lead_in_ns

    @property
    def read_lead_in_ns(self) -> int:
        return self.lead_ins * self.settings.read_lead_in_ns

    @staticmethod
    def leads_in(pass_ns: float, lead_in_ns: int) -> bool:
        """Whether a lead-in goes before such passes; none where they are so long that it would change little."""
        return pass_ns < LONG_PASS * lead_in_ns

    def seed(self) -> int:
        """A seed for the next request, which the adapter cannot know before."""
        return self.rng.randrange(LARGEST_SEED)


@dataclass(frozen=True)
class Warmed:
    """How warm-up ended: ``setup_ns`` to make the adapter, seconds to load all else, and the batches that were done."""

    setup_ns: int
    load_seconds: float = 0.0
    steady: bool = True
    batches: int = 0
    ns: int = 0


@dataclass(frozen=True)
class Measured:
    """The timed batches of one process. ``parts_ns``, ``disk_bytes``: of stores."""

    batches: list[Batch]
    timer_ns: int = 0
    parts_ns: dict[str, int] | None = None
    disk_bytes: int | None = None


class Run(ABC):
    """One cell in one running process. Broken where the contestant breaks a rule."""

    @abstractmethod
    def warm(self) -> Warmed:
        """Load, and get ready for being timed."""

    @abstractmethod
    def measure(self) -> Measured:
        """Do the timed batches one after another, and check them."""


class TurnRun(Run):
    """A cell that can take turns with others, batch by batch, each process alive and idle while others are asked."""

    timer_ns: int = 0

    @abstractmethod
    def lead_in(self) -> None:
        """Work untimed until caches hold again what they held before others had the core."""

    @abstractmethod
    def turn(self) -> Batch:
        """Do one timed batch, and check it."""


@dataclass(frozen=True)
class Subject(ABC):
    """A task of a contestant that was proved, and all that measuring it needs."""

    built: Built
    task: Task[Any]
    proof: Proof
    memory: int  # bytes that a process of it held at its peak; 0 where its processes are measured one by one

    # Why its processes are measured one by one; empty where they take turns, so that `run` gives a TurnRun.
    alone = ""
    # Whether it can be measured as a whole process from cold: then `check_once` judges its one pass.
    whole = False

    @abstractmethod
    def run(self, process: Process, bench: Bench) -> Run:
        """Begin in a process that has been greeted."""

    def before_start(self) -> None:
        """What must be done before the process starts."""
        return

    def check_once(self, reply: dict[str, Any], seed: int, elapsed_ns: int, output: Path, samples: int) -> None:
        """Judge the reply to `once`; Broken where the pass did not do what was proved."""
        raise NotImplementedError(f"{type(self).__name__} has no whole processes")


@dataclass(frozen=True)
class Outcome:
    """What proving one task brought: what measures it, or why it has no number."""

    task: Task[Any]
    found: Subject | Broken


@dataclass(frozen=True)
class Outcomes:
    """Of all tasks of one contestant, with what its process reported of itself (empty where none ran)."""

    outcomes: list[Outcome]
    runtime: str = ""
    version: str = ""
    engine: str = ""


class Boundary(ABC):
    """``kind``: of its ways and operations. ``proves_beside``: whether a proof may run beside another contestant's."""

    kind: str
    proves_beside: bool = True

    @abstractmethod
    def tasks(
        self, request: Request, records: RecordSet, operations: Sequence[str], now: Callable[[str], None]
    ) -> list[Task[Any]]:
        """What every contestant is asked to do with one record set; AssayError where the set lacks what that needs.

        ``now`` gets lines of progress, where something has to be made of the records first.
        """

    @abstractmethod
    def prove(self, built: Built, tasks: Sequence[Task[Any]], place: Place) -> Outcomes:
        """Prove a contestant that was built, at the tasks of this boundary that its manifest promises."""
