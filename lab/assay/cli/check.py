"""assay check"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import showing
from assay.cli.main import DONE, NEGATIVE
from assay.options import kinds


@click.command("check")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=kinds.FILE)
@showing.to("tables")
def command(files: tuple[Path, ...], form: str) -> int:
    """Check results documents against the rules before they are published, one line for each finding.

    Proofs, data, contestants, figures, and what should not be shared. Exit code 1 if there is a finding; notes do
    not count.
    """
    from assay.catalog import catalog
    from assay.check import private
    from assay.check.finding import section
    from assay.check.judge import judge

    known = catalog.load()
    names = private.own_names()
    judged = {path: judge(path, known, names) for path in files}
    showing.show([section(judged)], form)
    return NEGATIVE if any(not one.note for found in judged.values() for one in found) else DONE
