"""What commands say: sections with tables, drawings and notes, in words, whatever form they are shown in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol


@dataclass(frozen=True)
class Line:
    """One line of a table. ``verdict``: faster or slower, met, missed or open, where that deserves a colour."""

    cells: list[str]
    verdict: str = ""


@dataclass(frozen=True)
class Table:
    """``right``: the columns that are flush right, by number. ``names``: those that say what a line is about; no form
    cuts them. ``spare``: headings of columns that a narrow form can leave out, the first to go first. ``values``: what
    a program reads of each line, where that is more exact than its cells.
    """

    columns: list[str]
    lines: list[Line]
    right: set[int] = field(default_factory=set)
    names: tuple[int, ...] = (0,)
    spare: tuple[str, ...] = ()
    values: list[list[Any]] | None = None


@dataclass(frozen=True)
class Failure:
    """What has a reason instead of a number."""

    name: str
    status: str
    reason: str


BEYOND = 1.15  # where the axis of bars ends, in lengths of the longest one; an interval that goes on is cut off there


@dataclass(frozen=True)
class Bar:
    """``group``: what its colour stands for. ``low`` and ``high``: its interval, if it has one."""

    name: str
    group: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Chart:
    """Bars from top to bottom. ``hue``: what colours distinguish. Charts of one ``workload`` stand side by side."""

    title: str
    axis: str
    bars: list[Bar]
    hue: Literal["format", "language"]
    workload: str


@dataclass(frozen=True)
class Moment:
    """A figure at one time, with its interval and the level of its course. ``created``: ISO 8601. ``new``: versions."""

    created: str
    value: float
    low: float
    high: float
    level: float
    change: str
    new: bool


@dataclass(frozen=True)
class Course:
    """A figure over time, with its changes marked."""

    title: str
    subtitle: list[str]
    axis: str
    moments: list[Moment]


class Call(Protocol):
    """A call of a flamegraph, with those that it makes. ``change``: as in ``value``, from another profile."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def change(self) -> float | None: ...
    @property
    def children(self) -> Sequence[Call]: ...


@dataclass(frozen=True)
class Flames:
    """A flamegraph. ``said`` and ``colour``: of a call, after its name. ``other``: what changes refer to, if anything.

    ``legend``: of the kinds that are there, words and colour.
    """

    root: Call
    said: Callable[[Call], str]
    colour: Callable[[Call], str]
    other: str
    legend: list[tuple[str, str]]


@dataclass(frozen=True)
class Section:
    """``reference``: to be looked up, not read; forms that are short leave it out.

    ``lead``: its notes are what was asked for, and no remarks on a table; a table beside them is for programs.
    """

    title: str
    table: Table | None = None
    failures: list[Failure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    chart: Chart | None = None
    reference: bool = False
    lead: bool = False
    course: Course | None = None
    flames: Flames | None = None
