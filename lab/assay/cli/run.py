"""assay run"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

import click

from assay.cli import options
from assay.cli.main import DONE, INTERRUPTED, NEGATIVE
from assay.results.request import Cpu, Until


@click.command("run")
@options.filters
@click.option("--quick", "profile", flag_value="quick", default=True, help="A verdict within five minutes (default).")
@click.option("--thorough", "profile", flag_value="thorough", help="More blocks of longer processes; up to an hour.")
@click.option("--blocks", type=options.POSITIVE, help="Exactly so many blocks, whatever precision and budget.")
@click.option(
    "--precision",
    type=options.PERCENT,
    default="2%",
    show_default=True,
    help="Half-width of the intervals to aim at.",
)
@click.option(
    "--margin",
    type=options.PERCENT,
    default="3%",
    show_default=True,
    help="Speeds that differ by no more are the same.",
)
@click.option(
    "--until",
    type=click.Choice(get_args(Until)),
    default="narrow",
    show_default=True,
    help="Intervals of the wanted precision; or: all is decided.",
)
@click.option("--budget", type=options.TIME, help="Time for measuring. Default: 4m, with --thorough 1h.")
@click.option("--over", type=options.TIME, help="Spread the blocks over this time, the machine left alone between.")
@click.option("--warmup", type=options.TIME, help="Warm up for exactly so long, steady or not.")
@click.option("--batches", type=options.POSITIVE, help="So many batches of every process.")
@click.option("--batch-time", type=options.TIME, help="Minimum time of a batch. Default: 10 ms, with --thorough 20 ms.")
@click.option("--all-cores", is_flag=True, help="Helper threads may use all cores; else one core for each turn.")
@click.option(
    "--cpu",
    type=click.Choice(get_args(Cpu)),
    default="baseline",
    show_default=True,
    help="Rust, C and C++: code for all processors of the family, or for this machine's own.",
)
@click.option("--process", is_flag=True, help="Whole processes from cold, too, by hyperfine.")
@click.option(
    "--process-rounds", type=options.POSITIVE, default=10, show_default=True, help="Whole processes of each cell."
)
@click.option(
    "--threads", type=options.COUNTS, default="1", show_default=True, help="Threads in every contestant, or several."
)
@click.option("--baseline", help="The contestant that ratios refer to. Default: the suite's.")
@click.option("--across-lanes", is_flag=True, help="Ratios between contestants of different lanes, too.")
@click.option("--controls", is_flag=True, help="Every contestant twice: how often do the intervals cry wolf?")
@click.option("--disturbed", is_flag=True, help="Measure beside a load that the lab makes, to see what noise does.")
@click.option("--output", type=options.FILE, help="The results document. Default: assay-results/<time>-<suite>.json.")
@click.option("--resume", type=options.FILE, help="Go on with the interrupted run of this results document.")
@click.option("--cluster", metavar="ADDRESS", help="Measure on the nodes of a Ray cluster: HOST:PORT of its head.")
@click.option("--kind", help="Of its nodes, those that declare this kind of machine. Default: where there is one kind.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@click.option("--verbose", is_flag=True, help="After each block, where its time went.")
def command(
    profile: str,
    precision: float,
    margin: float,
    until: Until,
    budget: float | None,
    over: float | None,
    blocks: int | None,
    threads: list[int],
    warmup: float | None,
    batches: int | None,
    batch_time: float | None,
    all_cores: bool,
    cpu: Cpu,
    process: bool,
    process_rounds: int,
    output: Path | None,
    resume: Path | None,
    cluster: str | None,
    kind: str | None,
    quiet: bool,
    verbose: bool,
    memory_limit: float,
    timeout: float,
    **filters: Any,
) -> int:
    """Measure a suite (default: avro-languages), or what the filters leave of it.

    Builds what is needed, proves every contestant, measures in blocks, prints a ranked table on standard
    output, and leaves a results document and a Markdown report beside it.
    """
    from assay.analysis.figures import analyse
    from assay.base.errors import AssayError
    from assay.base.progress import Progress, duration
    from assay.catalog import catalog
    from assay.measure import profiles
    from assay.measure import run as runs
    from assay.measure.cluster import run as clusters
    from assay.report import exporters
    from assay.results import store

    if kind is not None and cluster is None:
        raise AssayError("--kind chooses among the nodes of a cluster: add --cluster ADDRESS")
    if until == "decided" and (blocks is not None or cluster is not None):
        other = "--blocks" if blocks is not None else "--cluster"
        raise AssayError(f"--until decided plans its own blocks, on one machine; leave out {other}")
    if over is not None:
        others = {"--until decided": until == "decided", "--disturbed": filters["disturbed"], "--cluster": cluster}
        for other, given in others.items():
            if given:
                raise AssayError(f"--over leaves one machine alone between blocks that are planned: leave out {other}")
    known = catalog.load()
    progress = Progress(quiet, verbose)

    show = options.standing(progress)

    try:
        with progress:
            if resume is not None:
                output = resume
                document = (
                    clusters.resume(known, resume, clusters.Where(cluster, kind), progress, show)
                    if cluster is not None
                    else runs.resume(known, resume, progress, show)
                )
            else:
                chosen = profiles.THOROUGH if profile == "thorough" else profiles.QUICK
                measuring = budget or chosen.budget
                if over is not None and blocks is None and over <= measuring:
                    raise AssayError(
                        f"--over {duration(over)} is no longer than the measuring, {duration(measuring)}: "
                        "take a longer time, or a smaller --budget"
                    )
                settings = profiles.settings(
                    chosen,
                    blocks=blocks,
                    precision=precision,
                    margin=margin,
                    until=until,
                    budget=budget,
                    over=over,
                    memory_limit=round(memory_limit),
                    reply_seconds=timeout,
                    process_rounds=process_rounds if process else 0,
                    warmup=warmup,
                    batches=batches,
                    batch_time=batch_time,
                    all_cores=all_cores,
                    cpu=cpu,
                )
                output = output or default_output(filters["suite"], filters["data"])
                request = options.request({**filters, "threads": threads}, settings)
                document = (
                    clusters.run(known, request, output, clusters.Where(cluster, kind), progress, show)
                    if cluster is not None
                    else runs.run(known, request, output, progress, show)
                )
    except runs.Interrupted as interrupted:
        if interrupted.blocks:
            found = analyse(store.read(interrupted.path))
            click.echo(exporters.exporter(exporters.DEFAULT).render(found), nl=False)
        where = f" --cluster {cluster}" if cluster else ""
        print(f"assay: {interrupted}; go on with: assay run --resume '{interrupted.path}'{where}", file=sys.stderr)
        return INTERRUPTED
    found = analyse(document)
    click.echo(exporters.exporter(exporters.DEFAULT).render(found), nl=False)
    report = exporters.write("markdown", found, output)
    print(f"\nResults: {output}\nReport:  {report}")
    return DONE if any(cell.status == "measured" and not cell.harness for cell in document.cells) else NEGATIVE


def default_output(suite: str | None, data: Path | None) -> Path:
    name = data.stem if data else suite or "avro-languages"
    return Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}.json"
