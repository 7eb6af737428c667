"""What the commands make of the table of options: click's options, and the request that their values are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from assay.options import table
from assay.options.option import Option

F = TypeVar("F", bound=Callable[..., Any])


def options(name: str) -> Callable[[F], F]:
    """The options of a command, in the order of the table."""

    def added(command: F) -> F:
        for row in reversed(table.of_command(name)):
            command = _option(row)(command)
        return command

    return added


def _option(row: Option) -> Callable[[F], F]:
    flags = f"{row.flag}/{row.off}" if row.off else row.flag
    if row.value is not None:
        return click.option(flags, row.parameter, flag_value=row.value, default=row.default, help=row.help)
    if row.kind is None:
        return click.option(flags, row.parameter, is_flag=True, default=bool(row.default), help=row.help)
    standard = {} if row.default is None else {"default": row.default, "show_default": row.default != ""}
    return click.option(flags, row.parameter, type=row.kind, required=row.required, help=row.help, **standard)


def request(command: str, values: Mapping[str, Any], settings: Any, **fixed: Any) -> Any:
    """What the options of a command ask for. ``fixed``: fields of the request that no option of it names."""
    from assay.measure.selection.files import own_file
    from assay.results.request import Request

    asked = table.nested(command, values)
    for name in ("data", "data_schema"):
        asked[name] = own_file(asked[name]) if asked.get(name) else None
    return Request(**fixed, **asked, settings=settings)


def settings(values: Mapping[str, Any]) -> Any:
    """How a run measures, by the options among ``values`` that say so; the rest are the defaults."""
    from assay.measure import profiles

    names = table.standards("run", "settings").keys() & values.keys()
    profile = profiles.THOROUGH if values.get("profile") == "thorough" else profiles.QUICK
    return profiles.settings(profile, **{name: values[name] for name in names})


def standing(progress: Any) -> Callable[[Any], str]:
    """What a run that goes on calls after each block: it shows the tables so far, and gives a line about them."""
    from assay.analysis.figures import analyse
    from assay.report import standing
    from assay.report.exporters import terminal

    def show(document: Any) -> str:
        found = analyse(document)
        progress.show(terminal.standing(found))
        return standing.line(found)

    return show
