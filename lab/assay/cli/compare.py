"""assay compare"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from assay.analysis.judged import Judged
from assay.cli import asking, showing
from assay.cli.main import DONE, NEGATIVE, UNDECIDED
from assay.options import kinds
from assay.results.document import Document


@click.command("compare")
@click.argument("files", metavar="BASE [NEW]", nargs=-1, required=True, type=kinds.FILE)
@asking.options("compare")
@showing.to("tables")
def command(
    files: tuple[Path, ...],
    threshold: float,
    old: str | None,
    new: str | None,
    by: str | None,
    confirm: bool,
    form: str,
) -> int:
    """Compare the results documents BASE and NEW, or two contestants of the one document BASE.

    Of two documents of `assay conform`: which contestant no longer agrees on which row, or agrees again.
    Exit code 0: nothing has become slower by more than the threshold; 1: something has, or no longer has a number;
    3: undecided; 2: the documents cannot be compared.
    """
    from assay.analysis import changes
    from assay.analysis.judged import judge
    from assay.report import changed, exporters
    from assay.results import beside, conformance, store

    if len(files) == 2 and all(beside.is_of(path, conformance.FORMAT) for path in files):
        return _conformance(files, form)
    documents = [store.read(path) for path in files]
    confidence = documents[-1].plan.settings.confidence
    if len(documents) == 1:
        if not (old and new):
            raise click.UsageError("with one document, name two of its contestants: --old NAME --new NAME")
        if confirm or by:
            raise click.UsageError("--confirm and --by need two documents")
        judged = judge(changes.within(documents[0], old, new), threshold, confidence)
    elif len(documents) == 2:
        if old or new:
            raise click.UsageError("--old and --new need one document, with two contestants")

        def between(new: Document) -> Judged:
            return judge(changes.between(documents[0], new, by), threshold, confidence)

        judged = between(documents[1])
        if confirm and judged.suspects:
            judged = _again(documents[1], judged, between, files[1])
    else:
        raise click.UsageError("name one or two results documents, not more")
    file = files[-1].with_name(f"{files[-1].stem}-compared{exporters.exporter(form).SUFFIX}")
    showing.show(changed.sections(judged), form, "Comparison", file)
    return code(judged)


def _conformance(files: tuple[Path, ...], form: str) -> int:
    from assay.report import conformance, exporters
    from assay.results.conformance import read

    changes = conformance.changed(*map(read, files))
    file = files[-1].with_name(f"{files[-1].stem}-compared{exporters.exporter(form).SUFFIX}")
    showing.show([conformance.of_changes(changes)], form, conformance.TITLE, file)
    return NEGATIVE if any(change.worse for change in changes) else DONE


def _again(document: Document, judged: Judged, between: Callable[[Document], Judged], path: Path) -> Judged:
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.changes.confirm import again, as_then

    known = catalog.load()
    with Progress() as progress:
        return again(known, document, judged, between, path, progress, **as_then(known, document, judged.suspects))


def code(judged: Judged) -> int:
    """The exit code of a comparison."""
    if judged.suspects or judged.broken:
        return NEGATIVE
    return UNDECIDED if judged.open or judged.changes.lost else DONE
