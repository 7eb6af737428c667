"""assay verify"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import click

from assay.cli import asking, showing
from assay.cli.main import DONE, NEGATIVE

FILTERS = ("workloads", "languages", "formats", "contestants", "operations", "records", "data", "schema")


@click.command("verify")
@click.argument("suite", required=False)
@asking.options("verify")
def command(suite: str | None, matrix: bool, into: Path | None, quiet: bool, **asked: Any) -> int:
    """Prove that each library does its work correctly, without measuring it.

    Exit code 1 if one that was built does not, or, with --matrix, if a reader does not find a writer's
    records.
    """
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.measure.interop.keeping import selection_of
    from assay.measure.interop.matrices import exchange_all
    from assay.measure.prepare import prepare
    from assay.measure.selection.select import select
    from assay.report import pairs, proofs
    from assay.results import store, writing
    from assay.runner.process import Limits

    if into and not matrix:
        raise click.UsageError("--into needs --matrix")
    document = store.read(into) if into else None
    if into and (suite or any(asked[name] for name in FILTERS)):
        raise click.UsageError("--into uses the selection of the document's run: leave out SUITE and filters")
    known = catalog.load()
    settings = asking.settings(asked)
    limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)
    with Progress(quiet) as progress, tempfile.TemporaryDirectory(prefix="assay-") as folder:
        if document and into:
            selection = selection_of(known, document, into)
        else:
            selection = select(known, asking.request("verify", asked, settings, suite=suite), progress.now)
        if matrix:
            exchanges = [one.facts for one in exchange_all(selection, limits, Path(folder), progress)]
            if document and into:
                document.exchanges = exchanges
                writing.write(document, into)
            showing.show(pairs.sections(exchanges))
            return NEGATIVE if any(pair.difference for one in exchanges for pair in one.pairs) else DONE
        prepared = prepare(known, selection, limits, Path(folder), progress, nulls=False)
    showing.show([proofs.section(prepared.cells, prepared.contestants)])
    broken = any(cell.status not in ("planned", "missing") for cell in prepared.cells)
    return NEGATIVE if broken else DONE
