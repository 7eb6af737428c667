"""What a report consists of: sections with tables, charts and notes, in words, whatever form they are shown in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Line:
    """One line of a table. ``verdict``: faster or slower, where that deserves a colour."""

    cells: list[str]
    verdict: str = ""


@dataclass(frozen=True)
class Table:
    """``right``: the columns that are flush right, by number."""

    columns: list[str]
    lines: list[Line]
    right: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Failure:
    """What has a reason in place of a number."""

    name: str
    status: str
    reason: str


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
class Section:
    """``reference``: to be looked up, not read; forms that are short leave it out.

    ``lead``: its notes are what was asked for, and no remarks on a table.
    """

    title: str
    table: Table | None = None
    failures: list[Failure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    chart: Chart | None = None
    reference: bool = False
    lead: bool = False
