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
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(memory_limit: float, timeout: float, quiet: bool, **filters: Any) -> int:
    """Prove that each library does its work right, without measuring it.

    Exit code 1 when one that could be built does not.
    """
    from assay.catalog import catalog
    from assay.measure.prepare import prepare
    from assay.measure.wanted import Wanted, select
    from assay.progress import Progress
    from assay.report import proofs
    from assay.runner.process import Limits

    known = catalog.load()
    limits = Limits(round(memory_limit), timeout)
    with Progress(quiet) as progress, tempfile.TemporaryDirectory(prefix="assay-") as folder:
        selection = select(known, Wanted(**filters))
        prepared = prepare(known, selection, limits, Path(folder), progress, harness=False)
    proofs.show(prepared.cells, prepared.contestants)
    broken = any(cell.status not in ("planned", "missing") for cell in prepared.cells)
    return NEGATIVE if broken else DONE
