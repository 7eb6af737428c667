"""assay selfcheck"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import asking, showing
from assay.cli.main import DONE, NEGATIVE, UNDECIDED
from assay.report.lab import Goals

# Another harness may differ from ours by 5%; of what a kit may cost, either will do.
GOALS = Goals(kit_ns=1.0, kit_share=0.005, agreement=0.05)


@click.command("selfcheck")
@click.argument("suite", required=False)
@asking.options("selfcheck")
def command(
    suite: str | None,
    workload: str | None,
    contestants: list[str] | None,
    blocks: int,
    rounds: int,
    operation: str,
    records: int | None,
    output: Path,
) -> int:
    """Measure the lab itself, on a suite (default: avro-languages).

    Three questions: what does each kit cost per operation; how far from 1 is the ratio of a contestant with
    itself (the A/A control); do JMH, pyperf, Google Benchmark and Criterion measure the same as we do, for
    the fastest contestant of Java, Python, C++ and Rust. Exit code 1 if a goal is missed, 3 if more rounds
    are needed to decide. Takes about ten minutes.
    """
    from assay.analysis.figures import analyse, fastest
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.measure import profiles
    from assay.measure import run as runs
    from assay.measure.harnesses.agreement import agree
    from assay.measure.harnesses.table import PEERS
    from assay.measure.selection.select import DEFAULT_SUITE, select
    from assay.report import lab
    from assay.results.request import Request

    known = catalog.load()
    settings = profiles.settings(profiles.QUICK, blocks=blocks)
    name = suite or DEFAULT_SUITE
    request = Request(
        suite=name,
        workloads=[workload or known.suite(name).manifest.workloads[0]],
        contestants=contestants,
        operations=[operation],
        records=[records] if records else None,
        settings=settings,
    )
    agreements = []
    with Progress() as progress:
        found = analyse(runs.run(known, request, output, progress))
        record_set = select(known, request).record_sets[0]
        for peer in PEERS:
            named = fastest(found, operation, peer.language)
            if named is None:
                progress.say(f"  {peer.name}: no contestant in {peer.language} was measured")
                continue
            ours, theirs = agree(known, peer, named, operation, record_set, settings, rounds, progress)
            agreements.append(lab.Agreement(peer.name, f"{named} {operation}", ours, theirs))
    parts = lab.sections(found, agreements, GOALS)
    showing.show(parts)
    return {"met": DONE, "missed": NEGATIVE, "undecided": UNDECIDED}[lab.outcome(parts)]
