"""assay history"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import asking, showing
from assay.cli.main import DONE


@click.command("history")
@click.argument("words", metavar="[FOLDER | FILE]… [CELL]", nargs=-1)
@asking.options("history")
@showing.to("tables", "charts")
def command(words: tuple[str, ...], baseline: str | None, absolute: bool, form: str, output: Path | None) -> int:
    """Follow CELL (workload/operation[/way]/contestant, or a part that no other cell has) over dated documents.

    Shows its speed beside a reference of the same run, with changes of level marked; without CELL, lists the cells that
    have a history. Default: results/ in the working folder, or else in the checkout, and assay-results/ in the working
    folder.
    """
    from assay.base.checkout import CHECKOUT
    from assay.base.errors import AssayError
    from assay.base.files import is_there
    from assay.changes.history import courses
    from assay.changes.history import words as said
    from assay.report import exporters
    from assay.results import folder

    places = [Path(word) for word in words if is_there(Path(word))]
    names = [word for word in words if not is_there(Path(word))]
    if len(names) > 1:
        raise AssayError(f"{names[0]}: there is no such file or folder; at most one CELL can be followed")
    found = folder.documents(places or folder.default_places(Path.cwd(), CHECKOUT))
    if names:
        parts = said.sections(courses.history(found, courses.cell_named(found, names[0]), baseline, absolute))
    else:
        parts = [said.overview(courses.overview(found, baseline, absolute))]
    file = output or Path("history" + exporters.exporter(form).SUFFIX)
    showing.show(parts, form, file=file)
    return DONE
