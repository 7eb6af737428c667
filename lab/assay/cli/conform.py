"""assay conform"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from assay.base.errors import AssayError
from assay.cli import asking, showing
from assay.cli.main import DONE, NEGATIVE


@click.command("conform")
@asking.options("conform")
@showing.to("tables")
def command(
    contestants: list[str] | None,
    languages: list[str] | None,
    categories: list[str] | None,
    folder: Path | None,
    output: Path | None,
    quiet: bool,
    form: str,
) -> int:
    """Hold every Avro library that takes any schema against rows that say what one has to do.

    Each row has a second, and 64 MiB above what the process had at its start. Exit code 1 if a library
    differs, refuses, hangs, dies or takes more on a row, and its manifest has no reason for it.
    """
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.measure.conform import course, questions, rows
    from assay.report import conformance, exporters
    from assay.results import store

    known = catalog.load()
    chosen, generated = course.candidates(known, contestants, languages)
    wanted = rows.read(folder or rows.ROWS, categories)
    questions.check(wanted.rows)
    path = output or Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-conformance.json"
    store.check_replaceable(path)
    page = None if exporters.exporter(form).PRINTED else exporters.check(form, path)
    with Progress(quiet) as progress:
        if generated:
            progress.say(f"left out, since their code is generated for a schema: {', '.join(generated)}")
        try:
            document = course.ask_all(chosen, known, wanted, path, progress)
        except KeyboardInterrupt:
            progress.say(f"what was asked so far is in {path}")
            raise
    showing.show(conformance.sections(document), form, conformance.TITLE, page)
    if not any(subject.status == "asked" for subject in document.subjects):
        raise AssayError("no contestant could be asked: the table says why")
    against = any(one.counts for subject in document.subjects for one in subject.findings)
    return NEGATIVE if against else DONE
