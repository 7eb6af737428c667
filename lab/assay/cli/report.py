"""assay report"""

from __future__ import annotations

from pathlib import Path

import click

from assay.base.files import is_folder
from assay.cli import asking, showing
from assay.cli.main import DONE
from assay.options import kinds
from assay.report import exporters


@click.command("report")
@click.argument("files", metavar="FILE", nargs=-1, required=True, type=kinds.FILE)
@showing.to("tables", "charts", help="The form. Pictures and pages go into a file beside FILE, whose path is printed.")
@asking.options("report")
def command(files: tuple[Path, ...], form: str, refresh: bool, output: Path | None) -> int:
    """Print the results document FILE again, or draw it.

    FILE may be a folder of documents, which becomes a site with --to html.
    """
    if refresh:
        return _refresh(files)
    if len(files) > 1:
        raise click.UsageError("name one results document; only --refresh takes several files")
    if is_folder(files[0]):
        return _site(files[0], form, output)
    if output is not None:
        raise click.UsageError("--output is only for the site of a folder")
    from assay.analysis.figures import analyse
    from assay.results import beside, conformance, store

    if beside.is_of(files[0], conformance.FORMAT):
        return _conformance(files[0], form)
    found = analyse(store.read(files[0]))
    if exporters.exporter(form).PRINTED:
        click.echo(exporters.render(form, found), nl=False)
    else:
        click.echo(exporters.write(form, found, files[0]))
    return DONE


def _conformance(file: Path, form: str) -> int:
    from assay.report import conformance
    from assay.results.conformance import read

    if exporters.exporter(form).NEEDS == "charts":
        raise click.UsageError(f"{file} holds no figures to draw")
    page = None if exporters.exporter(form).PRINTED else exporters.check(form, file)
    showing.show(conformance.sections(read(file)), form, conformance.TITLE, page)
    return DONE


def _site(folder: Path, form: str, output: Path | None) -> int:
    if form != "html":
        raise click.UsageError(f"{folder} is a folder: --to html makes a site of its documents")
    from assay.report.site import site

    click.echo(site.write(folder, output))
    return DONE


def _refresh(pages: tuple[Path, ...]) -> int:
    from assay.report.pages import marks

    for page in pages:
        click.echo(f"{page}: {'renewed' if marks.refresh(page) else 'up to date'}")
    return DONE
