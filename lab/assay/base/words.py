"""Figures in few characters: three significant digits and a unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

NONE = "–"  # where a table has no number


class Interval(Protocol):
    """A ratio with its interval. ``blocks``: how many repetitions it is of, each a block or what ``of`` says."""

    @property
    def ratio(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def blocks(self) -> int: ...
    @property
    def of(self) -> str: ...


def three(number: float) -> str:
    """Three significant digits, two below a tenth; without an exponent for what tables hold."""
    if number == 0:
        return "0"
    number = float(f"{number:.3g}") if abs(number) >= 0.1 else number  # 0.9996 is 1.00, not 1.000
    size = abs(number)
    if size >= 100:
        return f"{number:,.0f}"
    if size >= 10:
        return f"{number:.1f}"
    if size >= 1:
        return f"{number:.2f}"
    return f"{number:.3f}" if size >= 0.1 else f"{number:#.2g}"


def scaled(number: float, units: tuple[str, ...], step: float = 1000.0) -> str:
    """With the largest unit that leaves at least 1."""
    place = 0
    while abs(number) >= 0.9995 * step and place < len(units) - 1:
        number /= step
        place += 1
    return f"{three(number)} {units[place]}".rstrip()


def nanoseconds(ns: float) -> str:
    return scaled(ns, ("ns", "µs", "ms", "s"))


def count(number: float) -> str:
    """12,300 as 12.3 K."""
    return scaled(number, ("", "K", "M", "G"))


def size(number: float) -> str:
    return scaled(number, ("B", "KiB", "MiB", "GiB"), 1024.0)


def about(seconds: float) -> str:
    """A length of time that is a guess: about 50 s, about 6 minutes, about 3 hours."""
    if seconds < 90:
        return f"about {max(10, round(seconds, -1)):.0f} s"
    return f"about {many(round(seconds / 60), 'minute')}" if seconds < 5400 else f"about {seconds / 3600:.0f} hours"


def percent(share: float) -> str:
    return f"{three(share * 100)}%"


def ratio(interval: Interval) -> str:
    """2.41× (2.36–2.46); an endless interval says so."""
    if interval.blocks < 2:
        return f"{times(interval.ratio)} (one {interval.of}: no interval)"
    return f"{times(interval.ratio)} ({three(interval.low)}–{three(interval.high)})"


def maybe(say: Callable[[float], str], number: float | None) -> str:
    """The words for a number, or a dash where there is none."""
    return NONE if number is None else say(number)


def many(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number:,} {word}s"


def times(ratio: float) -> str:
    return f"{three(ratio)}×"
