"""assay verify"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay.cli import options
from assay.cli.main import DONE, NEGATIVE

if TYPE_CHECKING:
    from assay.measure.wanted import Wanted


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
    from assay.measure.prepare import prepare
    from assay.measure.wanted import select
    from assay.progress import Progress
    from assay.report import proofs
    from assay.runner.process import Limits

    if matrix:
        return _matrix(options.wanted(filters), memory_limit, timeout, quiet)
    known = catalog.load()
    limits = Limits(round(memory_limit), timeout)
    with Progress(quiet) as progress, tempfile.TemporaryDirectory(prefix="assay-") as folder:
        selection = select(known, options.wanted(filters))
        prepared = prepare(known, selection, limits, Path(folder), progress, harness=False)
    proofs.show(prepared.cells, prepared.contestants)
    broken = any(cell.status not in ("planned", "missing") for cell in prepared.cells)
    return NEGATIVE if broken else DONE


def _matrix(wanted: Wanted, memory_limit: float, timeout: float, quiet: bool) -> int:
    from assay.catalog import catalog
    from assay.measure.prepare import exchange_all
    from assay.measure.wanted import select
    from assay.progress import Progress
    from assay.report import pairs
    from assay.runner.process import Limits

    known = catalog.load()
    limits = Limits(round(memory_limit), timeout)
    with Progress(quiet) as progress, tempfile.TemporaryDirectory(prefix="assay-") as folder:
        results = exchange_all(select(known, wanted), limits, Path(folder), progress)
    return DONE if pairs.show(results) else NEGATIVE
