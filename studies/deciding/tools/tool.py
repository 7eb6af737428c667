"""A tool that says whether a program is slower than another, used as its documentation says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.builder.builder import Built
from assay.catalog.catalog import Catalog
from assay.results.deciding import Verdict
from assay.results.request import Request, Settings
from assay.runner.task import Task

REFERENCE, VARIANT = "reference", "variant"  # what the two are called in tools


@dataclass(frozen=True)
class Pair:
    """Two contestants of one language, built, and what they are to do.

    ``room``: a folder that lasts as long as the benchmark, for what is built once.
    """

    catalog: Catalog
    reference: Built
    variant: Built
    task: Task[Any]
    seed: int
    margin: float
    room: Path

    @property
    def both(self) -> dict[str, Built]:
        return {REFERENCE: self.reference, VARIANT: self.variant}

    @property
    def names(self) -> tuple[str, str]:
        return self.reference.contestant.name, self.variant.contestant.name

    def request(self, settings: Settings) -> Request:
        """A run of the two, the reference as the baseline."""
        records = self.task.records
        return Request(
            workloads=[records.workload],
            contestants=list(self.names),
            operations=[self.task.operation],
            records=[records.facts.count],
            seed=self.seed,
            baseline=self.names[0],
            settings=settings,
        )


@dataclass(frozen=True)
class Answer:
    """``verdict``: of the variant. ``said``: what it rests on, in the tool's own figures.

    ``seconds``: where the tool did more than measuring in the time that it took.
    """

    verdict: Verdict
    said: str
    seconds: float | None = None


class Tool(ABC):
    """``languages``: whose programs it measures. ``rule``: how it is used and how it decides, for readers.

    ``options``: of its command line, which tests make shorter.
    """

    name: str
    languages: tuple[str, ...]
    rule: str
    options: tuple[str, ...] = ()

    def problem(self) -> str:
        """What it lacks on this machine, and how to get it; empty when nothing."""
        return ""

    @abstractmethod
    def version(self) -> str: ...

    def prepare(self, pair: Pair) -> None:  # noqa: B027 - most tools measure what is built already
        """Build what the tool needs for a pair, where that is not done yet. Not timed."""

    @abstractmethod
    def decide(self, pair: Pair, folder: Path) -> Answer:
        """Measure both and say what the tool says. ``folder`` is empty, and gone afterwards."""
