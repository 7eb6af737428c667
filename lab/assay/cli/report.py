"""assay report"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import options
from assay.cli.main import DONE

CHARTS = ("svg", "png", "html")  # forms that are files beside the document


@click.command("report")
@click.argument("file", type=options.FILE)
@click.option(
    "--to",
    "form",
    type=click.Choice(["terminal", "markdown", "csv", *CHARTS]),
    default="terminal",
    show_default=True,
    help="The form; svg, png and html are bar charts, in a file beside FILE.",
)
def command(file: Path, form: str) -> int:
    """Print the results document FILE again, or draw it."""
    from assay.report import analysis, markdown, rows, terminal
    from assay.results import store

    found = analysis.analyse(store.read(file))
    if form == "terminal":
        terminal.show(found)
    elif form in CHARTS:
        from assay.report import charts  # the library takes a second to load

        click.echo(charts.write(found, form, file))
    else:
        click.echo((markdown if form == "markdown" else rows).render(found), nl=False)
    return DONE
