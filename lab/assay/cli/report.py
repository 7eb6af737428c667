"""assay report"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import options
from assay.cli.main import DONE


@click.command("report")
@click.argument("file", type=options.FILE)
@click.option(
    "--to", "form", type=click.Choice(["terminal", "markdown"]), default="terminal", show_default=True, help="The form."
)
def command(file: Path, form: str) -> int:
    """Print the results document FILE again."""
    from assay.report import analysis, markdown, terminal
    from assay.results import store

    found = analysis.analyse(store.read(file))
    if form == "markdown":
        click.echo(markdown.render(found), nl=False)
    else:
        terminal.show(found)
    return DONE
