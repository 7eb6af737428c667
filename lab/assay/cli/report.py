"""assay report"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import options
from assay.cli.main import DONE
from assay.report import exporters


@click.command("report")
@click.argument("file", type=options.FILE)
@click.option(
    "--to",
    "form",
    type=click.Choice(exporters.names()),
    default=exporters.DEFAULT,
    show_default=True,
    help="The form. Pictures and pages go into a file beside FILE, whose path is printed.",
)
def command(file: Path, form: str) -> int:
    """Print the results document FILE again, or draw it."""
    from assay.report import analysis
    from assay.results import store

    found = analysis.analyse(store.read(file))
    exporter = exporters.exporter(form)
    if exporter.PRINTED:
        click.echo(exporter.render(found), nl=False)
    else:
        click.echo(exporters.write(form, found, file))
    return DONE
