"""What samples a running contestant: the interface that every profiler is brought to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from assay.base.errors import AssayError
from assay.catalog.catalog import Contestant
from assay.languages.sampling.stacks import Stacks
from assay.languages.shared.recipe import Start


class SamplerFailed(AssayError):
    """A profiler that does not start, or leaves nothing: one line why."""


@dataclass(frozen=True)
class Sampled:
    """Who is sampled, and the folder in which the profiler may write."""

    contestant: Contestant
    folder: Path


class Sampler(ABC):
    """One profiler at one contestant's process. ``words``: what it is and how it samples, for the reader.

    ``unit``: of allocations.

    In this order: `starting`, `begin` when the process is warmed up and waits, `end` when it has measured and waits
    again, `stacks`. `stop` in any case. SamplerFailed where the profiler fails.
    """

    words: str
    unit: Literal["bytes", "objects"] = "bytes"

    def __init__(self, sampled: Sampled) -> None:
        self.contestant = sampled.contestant
        self.folder = sampled.folder

    def starting(self, start: Start) -> Start:
        """How the contestant is started for being sampled."""
        return start

    @abstractmethod
    def begin(self, pid: int) -> None: ...

    @abstractmethod
    def end(self) -> None: ...

    @abstractmethod
    def stacks(self) -> Stacks: ...

    def stop(self) -> None:  # noqa: B027 - most have nothing to end
        """End what may still run."""


@dataclass(frozen=True)
class Profiling:
    """How a language is profiled: a sampler of its time, and one of its allocations, or the reason why there is none.

    ``problem``: what the machine lacks, and how to get it; empty where nothing. ``debian``: packages that hold it.
    """

    time: Callable[[Sampled], Sampler]
    problem: Callable[[], str]
    allocations: Callable[[Sampled], Sampler] | str
    debian: tuple[str, ...] = ()


class InKit(Sampler):
    """A profiler that the runtime itself has: the kit switches it on while it measures (ASSAY_PROFILE)."""

    what = "time"

    @property
    def output(self) -> Path:
        return self.folder / f"{self.what}.profile"

    def starting(self, start: Start) -> Start:
        return replace(start, environment={**start.environment, "ASSAY_PROFILE": f"{self.what}:{self.output}"})

    def begin(self, pid: int) -> None:
        self.output.unlink(missing_ok=True)

    def end(self) -> None:
        if not self.output.exists():
            raise SamplerFailed(f"{self.contestant.name}: the runtime's profiler left nothing")


def last_line(log: Path) -> str:
    """The last words of a tool that failed."""
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() if log.exists() else []
    return lines[-1].strip()[:200] if lines else "it said nothing"
