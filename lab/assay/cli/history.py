"""assay history"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import asking
from assay.cli.main import DONE


@click.command("history")
@click.argument("words", metavar="[FOLDER | FILE]… [CELL]", nargs=-1)
@asking.options("history")
@click.option(
    "--to", "form", type=click.Choice(["terminal", "markdown", "html"]), default="terminal", show_default=True
)
def command(words: tuple[str, ...], baseline: str | None, absolute: bool, form: str, output: Path) -> int:
    """Follow CELL (workload/operation[/way]/contestant, or a part of that which no other has) over dated documents.

    Its speed beside a reference of the same run, with the changes of level marked; without CELL, the cells that have a
    history. Default: results/ of the working folder, else of the checkout, and assay-results/ of the working folder.
    """
    from assay.base.checkout import CHECKOUT
    from assay.base.errors import AssayError
    from assay.changes.history import courses
    from assay.changes.history import words as said
    from assay.report.exporters import markdown, terminal
    from assay.results import folder

    places = [Path(word) for word in words if Path(word).exists()]
    names = [word for word in words if not Path(word).exists()]
    if len(names) > 1:
        raise AssayError(f"{names[0]}: there is no such file or folder; at most one CELL is followed")
    found = folder.documents(places or folder.default_places(Path.cwd(), CHECKOUT))
    show = terminal.printed if form == "terminal" else markdown.printed
    if names:
        history = courses.history(found, courses.cell_named(found, names[0]), baseline, absolute)
        if form == "html":
            return _page(history, output)
        parts = said.sections(history)
    elif form == "html":
        raise AssayError("a page is of one cell: name it; `assay history` lists the cells that have a history")
    else:
        parts = [said.overview(courses.overview(found, baseline, absolute))]
    click.echo(show(parts), nl=False)
    return DONE


def _page(history: object, output: Path) -> int:
    from assay.base.errors import AssayError
    from assay.changes.history import page
    from assay.changes.history.courses import History

    assert isinstance(history, History)
    content = page.render(history)
    try:
        output.write_bytes(content)
    except OSError as error:
        raise AssayError(f"{output}: cannot write the page: {error.strerror}") from None
    click.echo(str(output))
    return DONE
