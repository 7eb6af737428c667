"""How commands show what they found: the option --to, and sections in the form that it names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from assay.base.tables import Section
from assay.report import exporters
from assay.report.exporters import Part

F = TypeVar("F", bound=Callable[..., Any])


class Form(click.Choice[str]):
    """The exporters that fit, as they are when it is asked."""

    def __init__(self, *has: Part) -> None:
        self.has = has
        super().__init__([])

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(exporters.names(*self.has))

    @choices.setter
    def choices(self, _none: Sequence[str]) -> None:
        pass


def to(*has: Part, help: str = "The form.") -> Callable[[F], F]:
    """The option for a command that has these parts to show."""
    return click.option("--to", "form", type=Form(*has), default=exporters.DEFAULT, show_default=True, help=help)


def show(parts: Sequence[Section], form: str = exporters.DEFAULT, title: str = "", file: Path | None = None) -> None:
    """Print them, or write the file and print its path. ``file``: its name; without one in the working folder."""
    exporter = exporters.exporter(form)
    content = exporter.sections(title, parts)
    if exporter.PRINTED:
        click.echo(content, nl=False)
    else:
        click.echo(exporters.save(content, file or Path("assay" + exporter.SUFFIX)))
