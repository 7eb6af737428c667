"""assay verify"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import click

from assay.cli import options
from assay.cli.main import DONE, NEGATIVE

FILTERS = ("suite", "workloads", "languages", "formats", "contestants", "operations", "records", "data", "schema")


@click.command("verify")
@options.filters
@click.option("--matrix", is_flag=True, help="Who reads whose bytes and files: all pairs, all workloads selected.")
@click.option("--into", type=options.FILE, help="With --matrix: of the run of this results document, and into it.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(memory_limit: float, timeout: float, matrix: bool, into: Path | None, quiet: bool, **filters: Any) -> int:
    """Prove that each library does its work right, without measuring it.

    Exit code 1 when one that could be built does not, or, with --matrix, when a reader does not find a writer's
    records.
    """
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.measure import profiles
    from assay.measure.interop.keeping import selection_of
    from assay.measure.interop.matrices import exchange_all
    from assay.measure.prepare import prepare
    from assay.measure.selection.select import select
    from assay.report import pairs, proofs
    from assay.report.exporters import terminal
    from assay.results import store
    from assay.runner.process import Limits

    if into and not matrix:
        raise click.UsageError("--into is for --matrix")
    document = store.read(into) if into else None
    if into and any(filters[name] for name in FILTERS):
        raise click.UsageError("--into takes the selection of the document's run, and no other")
    known = catalog.load()
    limits = Limits(round(memory_limit), timeout)
    settings = profiles.settings(profiles.QUICK, memory_limit=limits.memory, reply_seconds=limits.reply)
    with Progress(quiet) as progress, tempfile.TemporaryDirectory(prefix="assay-") as folder:
        if document and into:
            selection = selection_of(known, document, into)
        else:
            selection = select(known, options.request(filters, settings), progress.now)
        if matrix:
            exchanges = [one.facts for one in exchange_all(selection, limits, Path(folder), progress)]
            if document and into:
                document.exchanges = exchanges
                store.write(document, into)
            click.echo(terminal.printed(pairs.sections(exchanges)), nl=False)
            return NEGATIVE if any(pair.difference for one in exchanges for pair in one.pairs) else DONE
        prepared = prepare(known, selection, limits, Path(folder), progress, harness=False)
    proofs.show(prepared.cells, prepared.contestants)
    broken = any(cell.status not in ("planned", "missing") for cell in prepared.cells)
    return NEGATIVE if broken else DONE
