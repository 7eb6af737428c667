"""assay gate"""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from assay.cli import asking, showing
from assay.cli.compare import code


@click.command("gate")
@click.argument("suite", required=False)
@asking.options("gate")
@showing.to("tables")
def command(
    suite: str | None,
    contestant: str,
    old: str,
    new: str,
    repository: Path,
    inside: str,
    threshold: float,
    budget: float,
    blocks: int | None,
    confirm: bool,
    counter: str,
    output: Path | None,
    summary: Path | None,
    quiet: bool,
    form: str,
    **asked: Any,
) -> int:
    """Compare two versions of one contestant's library in one run.

    Exit code 0: the new one is not slower by more than the threshold; 1: it is, in two independent runs, or it
    no longer does its work; 3: undecided within the budget; 2: bad input.
    """
    from assay.analysis.judged import judge
    from assay.base.progress import Progress
    from assay.base.tables import Section
    from assay.catalog import catalog
    from assay.changes.confirm import fresh_path
    from assay.changes.gate import gate, instructions, sources, variants
    from assay.report import changed, exporters
    from assay.report.exporters import markdown
    from assay.results import store

    output = output or Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-gate.json"
    store.check_replaceable(output)
    if confirm:
        store.check_replaceable(fresh_path(output))
    page = None if exporters.exporter(form).PRINTED else exporters.check(form, output)
    if summary:
        store.check_writable(summary)
    known = catalog.load()
    original = known.contestant(contestant)
    counting = counter == "instructions"
    if counting:
        instructions.check(original)
    libraries = {
        variants.OLD: sources.library(old, repository, inside),
        variants.NEW: sources.library(new, repository, inside),
    }
    progress = Progress(quiet)

    with progress, tempfile.TemporaryDirectory(prefix="assay-") as room:
        names = variants.add(known, original, libraries, Path(room))
        request = asking.request(
            "gate",
            asked,
            gate.settings(threshold, budget=budget, blocks=blocks),
            suite=suite,
            contestants=list(names.values()),
            baseline=names[variants.OLD],
        )
        pair = names[variants.OLD], names[variants.NEW]
        if counting:
            judged = judge(instructions.count(known, request, pair, progress), threshold, 0.95, counter)
        else:
            judged = gate.hold(
                known, request, pair, threshold, output, progress, asking.standing(progress), confirm=confirm
            )
    found = changed.sections(judged)
    answer = verdict(code(judged))
    heading = f"{original.name}: {new} beside {old}: {answer}"
    last = Section("", notes=[answer, *([] if counting else [f"Results: {output}"])], lead=True)
    showing.show([*found, last], form, heading, page)
    if summary:
        with summary.open("a", encoding="utf-8") as file:
            file.write(markdown.sections(heading, found))
    return code(judged)


def verdict(exit_code: int) -> str:
    """The gate's answer in a few words."""
    return {0: "pass", 1: "FAIL", 3: "undecided"}[exit_code]
