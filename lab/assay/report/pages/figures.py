"""Single figures of a results document, by name: what the pages' tables and sentences are made of."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from fnmatch import fnmatchcase

from assay.analysis.figures import Analysis, Comparison, Row
from assay.base import words
from assay.base.errors import AssayError, closest
from assay.base.progress import duration
from assay.report.columns import speed
from assay.report.machine import facts
from assay.report.ranked import subject, title

UNITS = {"µs": 1e3, "ms": 1e6, "s": 1e9, "K": 1e3, "M": 1e6, "KiB": 1024.0, "MiB": 1024.0**2, "MB": 1e6}


def _whole(row: Row) -> float | None:
    """Of a store: the time of the whole operation, in ns."""
    return row.time.value * row.cell.samples[0].batches.records[0] if row.time else None


def _on_disk(row: Row) -> float | None:
    return max((sample.disk_bytes or 0 for sample in row.cell.samples), default=0) or None


def _process(row: Row) -> float | None:
    """The mean of whole processes from cold, in ns."""
    return statistics.fmean(row.cell.whole.cold) * 1e9 if row.cell.whole and row.cell.whole.cold else None


def _ratio(row: Row) -> float | None:
    if row.baseline and row.time:
        return 1.0
    return row.ratio.ratio if row.ratio else None


def _in_all(row: Row) -> float | None:
    return row.cell.proof.encoded_bytes if row.time and row.cell.proof else None


# Numbers of a row that has one, and how they are said where no unit is asked for.
NUMBERS: dict[str, tuple[Callable[[Row], float | None], Callable[[float], str]]] = {
    "time": (lambda row: row.time.value if row.time else None, words.nanoseconds),
    "rate": (lambda row: row.records_per_second, words.count),
    "throughput": (lambda row: row.megabytes_per_second, words.three),
    "bytes": (lambda row: row.encoded_bytes, words.three),
    "bytes in all": (_in_all, words.size),
    "ratio": (_ratio, words.times),
    "share": (lambda row: row.share, lambda share: f"{share * 100:.0f}"),
    "allocated": (lambda row: row.allocated_bytes, words.size),
    "peak": (lambda row: row.peak_rss_bytes, words.size),
    "whole": (_whole, words.nanoseconds),
    "process": (_process, words.nanoseconds),
    "on disk": (_on_disk, words.size),
}


OF_SPEED = ("time", "rate", "throughput", "ratio", "share")


def find(analysis: Analysis, wanted: str) -> Comparison:
    """By what was done with which records: "person encode", or with the number of records, as in the heading."""
    found = [one for one in analysis.comparisons if wanted in (subject(one), title(one))]
    if not found:
        known = [subject(one) for one in analysis.comparisons]
        raise AssayError(f'no "{wanted}" was measured in that document: {closest(wanted, known)}')
    if len(found) > 1:
        raise AssayError(f'"{wanted}" was measured in several sizes; name one: "{title(found[0])}"')
    return found[0]


def row(comparison: Comparison, contestant: str) -> Row | None:
    """Of a contestant; of a pattern (``java/*``, ``*/avsc``) the fastest that fits. None where none took part."""
    fitting = (one for one in comparison.rows if not one.cell.control and fnmatchcase(one.contestant.name, contestant))
    return next(fitting, None)  # rows are from fast to slow


def number(found: Row | None, show: str) -> float | None:
    """A figure of a row; None where it has none. AssayError for a word that is not a figure."""
    if show not in NUMBERS:
        raise AssayError(f'"{show}" is not a figure: {closest(show, NUMBERS)}')
    return NUMBERS[show][0](found) if found else None


def beside(found: Row | None, other: Row | None, show: str) -> float | None:
    """A figure of a row divided by that of another; None where one has none, or where rule 1 sets the two apart."""
    value, base = number(found, show), number(other, show)
    if not value or not base or (show in OF_SPEED and found and other and found.deferred != other.deferred):
        return None
    return value / base


def say(value: float, show: str, unit: str = "") -> str:
    """``unit``: one for all figures of a column, so that it can be read down; empty: what suits the figure."""
    if not unit:
        return NUMBERS[show][1](value)
    if unit not in UNITS:
        raise AssayError(f'"{unit}" is not a unit: {closest(unit, UNITS)}')
    return words.three(value / UNITS[unit])


def figure(analysis: Analysis, wanted: str) -> str:
    """In words: "person encode | c/avro-c | speed", or "… | time ÷ java/avro-generic"; of a whole run "cells"."""
    if wanted in OF_RUNS:
        return OF_RUNS[wanted](analysis)
    names = [name.strip() for name in wanted.split("|")]
    if len(names) == 2 and names[1] == "floor":
        return words.maybe(words.percent, find(analysis, names[0]).floor)
    if len(names) != 3:
        raise AssayError(f'"{wanted}" is not "what was measured | contestant | figure", nor one of: {_names(OF_RUNS)}')
    comparison = find(analysis, names[0])
    found = row(comparison, names[1])
    if found is None:
        known = [one.contestant.name for one in comparison.rows]
        raise AssayError(f'{names[1]} took no part in "{names[0]}": {closest(names[1], known)}')
    show, _, over = (word.strip() for word in names[2].partition("÷"))
    if show == "speed":
        return speed(found)
    if over:
        return words.maybe(words.times, beside(found, row(comparison, over), show))
    return words.maybe(lambda value: say(value, show), number(found, show))


def _cells(analysis: Analysis) -> list[Row]:
    return [row for one in analysis.comparisons for row in one.rows if not row.cell.control]


def _names(table: dict[str, Callable[[Analysis], str]]) -> str:
    return ", ".join(f'"{name}"' for name in table)


# Figures of a whole run.
OF_RUNS: dict[str, Callable[[Analysis], str]] = {
    "cells": lambda analysis: f"{len(_cells(analysis)):,}",
    "cells with a number": lambda analysis: f"{sum(row.time is not None for row in _cells(analysis)):,}",
    "blocks": lambda analysis: words.many(len(analysis.document.blocks), "block"),
    "measuring": lambda analysis: f"{words.three(analysis.document.measure_seconds)} s",
    "course": lambda analysis: duration(analysis.document.course_seconds),
    "date": lambda analysis: analysis.document.created[:10],
    "machine": lambda analysis: ", ".join([*facts(analysis.document.machine), analysis.document.machine.system]),
    "command": lambda analysis: f"`./{' '.join(analysis.document.command).partition(' --output')[0]}`",
}
