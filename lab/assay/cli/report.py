"""assay report"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import options
from assay.cli.main import DONE


@click.command("report")
@click.argument("file", type=options.FILE)
@click.option(
    "--to",
    "form",
    type=click.Choice(["terminal", "markdown", "csv"]),
    default="terminal",
    show_default=True,
    help="The form.",
)
def command(file: Path, form: str) -> int:
    """Print the results document FILE again."""
    from assay.report import analysis, markdown, rows, terminal
    from assay.results import store

    found = analysis.analyse(store.read(file))
    if form == "terminal":
        terminal.show(found)
    else:
        click.echo((markdown if form == "markdown" else rows).render(found), nl=False)
    return DONE
