"""assay query"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import asking, showing
from assay.cli.main import DONE
from assay.options import kinds


@click.command("query")
@click.argument("statement", required=False)
@click.argument("places", metavar="[FOLDER | FILE]…", nargs=-1, type=kinds.FILE)
@showing.to("tables")
@asking.options("query")
def command(statement: str | None, places: tuple[Path, ...], form: str, tables: bool) -> int:
    """Answer STATEMENT, a SELECT in DuckDB's SQL, about the results documents in folders and files.

    Default: results/ in the working folder, or else in the checkout, and assay-results/ in the working folder.
    """
    from assay.analysis.query.answer import answer
    from assay.analysis.query.tables import described
    from assay.base.checkout import CHECKOUT
    from assay.report import exporters
    from assay.results import folder

    if tables or statement is None:
        click.echo(described(), nl=False)
        return DONE
    found = folder.documents(places or folder.default_places(Path.cwd(), CHECKOUT))
    file = Path("query" + exporters.exporter(form).SUFFIX)
    showing.show([answer(found, statement).section], form, file=file)
    return DONE
