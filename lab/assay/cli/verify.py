"""assay verify"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import click

from assay.cli import options
from assay.cli.main import DONE, NEGATIVE


@click.command("verify")
@options.filters
@click.option("--matrix", is_flag=True, help="Who reads whose bytes and files: all pairs, all workloads selected.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(memory_limit: float, timeout: float, matrix: bool, quiet: bool, **filters: Any) -> int:
    """Prove that each library does its work right, without measuring it.

    Exit code 1 when one that could be built does not, or, with --matrix, when a reader does not find a writer's
    records.
    """
    from assay.catalog import catalog
    from assay.interop.matrices import exchange_all
    from assay.measure import profiles
    from assay.measure.prepare import prepare
    from assay.progress import Progress
    from assay.report import pairs, proofs
    from assay.request.select import select
    from assay.runner.process import Limits

    known = catalog.load()
    limits = Limits(round(memory_limit), timeout)
    settings = profiles.settings(profiles.QUICK, memory_limit=limits.memory, reply_seconds=limits.reply)
    with Progress(quiet) as progress, tempfile.TemporaryDirectory(prefix="assay-") as folder:
        selection = select(known, options.request(filters, settings))
        if matrix:
            return DONE if pairs.show(exchange_all(selection, limits, Path(folder), progress)) else NEGATIVE
        prepared = prepare(known, selection, limits, Path(folder), progress, harness=False)
    proofs.show(prepared.cells, prepared.contestants)
    broken = any(cell.status not in ("planned", "missing") for cell in prepared.cells)
    return NEGATIVE if broken else DONE
