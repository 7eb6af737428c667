"""assay selfcheck"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli import options
from assay.cli.main import DONE, NEGATIVE

GOAL = 0.05  # by how much another harness may differ from ours
HARNESS_NS, HARNESS_SHARE = 1.0, 0.005  # what a kit may cost: either will do


@click.command("selfcheck")
@click.option("--blocks", type=options.POSITIVE, default=5, show_default=True, help="Blocks of the run that is judged.")
@click.option("--rounds", type=options.POSITIVE, default=5, show_default=True, help="Rounds against other harnesses.")
@click.option("--operation", type=click.Choice(["encode", "decode"]), default="encode", show_default=True)
@click.option("--records", type=options.POSITIVE, help="Records in a set. Default: the workload's own number.")
@click.option("--output", type=options.FILE, default=Path("assay-results/selfcheck.json"), show_default=True)
def command(blocks: int, rounds: int, operation: str, records: int | None, output: Path) -> int:
    """Measure the lab itself, on the default suite.

    Three questions: what does each kit cost per operation; how far from 1 is the ratio of a contestant with
    itself (the A/A control); do JMH and pyperf measure the same as we do, for the fastest contestant of Java
    and of Python. Exit code 1 when a goal is missed. Takes some ten minutes.
    """
    from assay.catalog import catalog
    from assay.measure import profiles
    from assay.measure import run as runs
    from assay.measure.agreement import agree
    from assay.measure.wanted import Wanted, select
    from assay.progress import Progress
    from assay.report import analysis, lab
    from assay.runner.peers import PEERS

    known = catalog.load()
    settings = profiles.settings(
        profiles.QUICK,
        blocks=blocks,
        precision=0.02,
        budget=None,
        threads=1,
        memory_limit=4 << 30,
        reply_seconds=120,
    )
    wanted = Wanted(records=[records] if records else None)
    agreements = []
    with Progress() as progress:
        found = analysis.analyse(runs.run(known, wanted, settings, output, progress))
        record_set = select(known, wanted).record_sets[0]
        for peer in PEERS:
            fastest = analysis.fastest(found, operation, peer.language)
            if fastest is None:
                progress.say(f"  {peer.name}: no contestant in {peer.language} was measured")
                continue
            ours, theirs = agree(known, peer, fastest, operation, record_set, settings, rounds, progress)
            agreements.append(lab.Agreement(peer.name, f"{fastest} {operation}", ours, theirs))
    met = lab.show(found, agreements, harness_ns=HARNESS_NS, harness_share=HARNESS_SHARE, agreement=GOAL)
    return DONE if met else NEGATIVE
