"""The one table of options, and what is read from it: those of a command, and the words for a request."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from assay.options import commands, measuring, selecting
from assay.options.option import Option, Part
from assay.results.request import Request

OPTIONS: tuple[Option, ...] = (*selecting.ROWS, *measuring.ROWS, *commands.ROWS)


def of_command(command: str) -> list[Option]:
    """The rows of a command, in the order of the table."""
    return [row for row in OPTIONS if command in row.commands]


def standards(command: str, part: Part) -> dict[str, Any]:
    """The defaults of a command's options of one part, by their parameters."""
    rows = [row for row in of_command(command) if row.part == part]
    return {row.parameter: row.standard for row in rows if row.value is None}


def nested(command: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a command's options by the fields of a request: ``containers.level`` is a dictionary in one."""
    found: dict[str, Any] = {}
    for row in of_command(command):
        if row.part == "selection":
            *outer, last = row.field.split(".")
            place = found
            for name in outer:
                place = place.setdefault(name, {})
            place[last] = values[row.parameter]
    return found


def settled(command: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a command's options that are settings of a request as they are, by the settings' names."""
    rows = [row for row in of_command(command) if row.part == "settings" and row.field and row.recorded is None]
    return {row.field.removeprefix("settings."): values[row.parameter] for row in rows}


def recorded() -> list[Option]:
    """The rows that a run's document records."""
    return [row for row in of_command("run") if row.is_recorded]


def written(request: Request, without: Collection[str] = ()) -> list[str]:
    """The words of `assay run` that ask for what a request holds, but for what is the default.

    ``without``: parameters that somebody else writes.
    """
    rows = [row for row in recorded() if row.parameter not in without]
    return [word for row in rows for word in row.words(row.of(request))]
