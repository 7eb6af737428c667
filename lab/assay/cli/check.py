"""assay check"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.main import DONE, NEGATIVE
from assay.options import kinds


@click.command("check")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=kinds.FILE)
def command(files: tuple[Path, ...]) -> int:
    """Check results documents against the rules before they are published, one line for each finding.

    Proofs, data, contestants, figures, and what should not be shared. Exit code 1 if there is a finding; notes do
    not count.
    """
    from assay.base.tables import Section
    from assay.base.words import many
    from assay.catalog import catalog
    from assay.check import private
    from assay.check.judge import judge
    from assay.cli.showing import show

    known = catalog.load()
    names = private.own_names()
    judged = {path: judge(path, known, names) for path in files}
    for path, found in judged.items():
        findings = sum(not one.note for one in found)
        lines = [*(one.line for one in found), many(findings, "finding") if findings else "in order"]
        show([Section("", notes=[f"{path}: {line}" for line in lines], lead=True)])
    return NEGATIVE if any(not one.note for found in judged.values() for one in found) else DONE
