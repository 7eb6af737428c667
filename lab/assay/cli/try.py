"""assay try"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay.base.files import cut
from assay.cli import asking, showing
from assay.cli.main import DONE, INTERRUPTED, UNDECIDED
from assay.options import kinds
from assay.results.request import Care

if TYPE_CHECKING:
    from assay.results.document import Document


@click.command("try")
@click.argument("data", metavar="FILE", type=kinds.FILE)
@asking.options("try")
def command(
    data: Path,
    schema: Path | None,
    at: str | None,
    languages: list[str] | None,
    care: Care | None,
    between: list[str] | None,
    sizes: bool,
    finish: bool,
    contestants: list[str] | None,
    records: int | None,
    budget: float,
    seed: int,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Recommend a format and a library for the records of FILE.

    Reads the records, makes a schema for them, and shows their size in every format; builds and proves every
    library, measures all of them briefly and the best ones thoroughly, and says in sentences which is the
    smallest, the fastest to write and to read, and the best compromise.
    """
    from assay.advice import trial
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.report.advice import without_time

    output = output or Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-{cut(data.stem)}.json"
    known = catalog.load()
    asked = trial.Asked(data, schema, output, languages, contestants, care, between, records, budget, seed, at, verbose)
    progress = Progress(quiet, verbose)
    try:
        with progress:
            if not sizes:
                _check(output)
            begun = trial.begin(known, asked, progress, showing.show)
            if sizes:
                return DONE
            document = trial.measure(known, begun, progress)
        decided = _answer(document, trial.written(output))
        if finish and without_time(document):
            with progress:
                begun = trial.finish(known, begun, progress)
                output = begun.asked.output
                _check(output)
                document = trial.measure(known, begun, progress)
            decided = _answer(document, trial.written(output))
    except KeyboardInterrupt as interrupted:
        return _interrupted(interrupted, output)
    return DONE if decided else UNDECIDED


def _check(output: Path) -> None:
    """AssayError for documents that cannot be written, or have no place for what goes beside them."""
    from assay.advice import trial
    from assay.measure.selection import files
    from assay.report import exporters
    from assay.results import store

    store.check_replaceable(output)
    for path in (output, trial.screening_path(output)):
        store.check_replaceable(path)
        exporters.check("markdown", path)
        files.check_place(path)


def _interrupted(interrupted: KeyboardInterrupt, output: Path) -> int:
    """Print what is known so far, and how to continue."""
    from assay.advice import trial
    from assay.measure import run as runs
    from assay.results import store

    if not isinstance(interrupted, runs.Interrupted):
        print("assay: interrupted; builds are kept: run the same command again to continue", file=sys.stderr)
        return INTERRUPTED
    if interrupted.blocks or trial.screening_path(output).exists():
        path = interrupted.path if interrupted.blocks else trial.screening_path(output)
        _answer(store.read(path), path)
    on = f"assay run --resume '{interrupted.path}'" if interrupted.path == output else "the same command again"
    print(f"assay: {interrupted}; continue with {on}", file=sys.stderr)
    return INTERRUPTED


def _answer(document: Document, path: Path) -> bool:
    """Print the recommendation and leave the report; whether anything about speed is decided."""
    from assay.analysis.advice import advise
    from assay.analysis.figures import analyse
    from assay.report import advice, exporters

    found = analyse(document)
    showing.show(advice.sections(found))
    report = exporters.write("markdown", found, path)
    click.echo(f"Results: {path}\nReport:  {report}\nPage:    assay report '{path}' --to html")
    return not advice.is_undecided(advise(document))
