"""assay run"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from assay.base.files import cut
from assay.cli import asking
from assay.cli.main import DONE, INTERRUPTED, NEGATIVE
from assay.results.request import Settings


@click.command("run")
@click.argument("suite", required=False)
@asking.options("run")
def command(
    suite: str | None,
    output: Path | None,
    resume: Path | None,
    cluster: str | None,
    kind: str | None,
    quiet: bool,
    verbose: bool,
    **asked: Any,
) -> int:
    """Measure a suite (default: avro-languages), or the part that the filters select.

    Builds what is needed, proves every contestant, measures in blocks, prints a ranked table on standard
    output, and writes a results document and a Markdown report beside it.
    """
    from assay.analysis.figures import analyse
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.measure import run as runs
    from assay.measure.cluster import run as clusters
    from assay.report import exporters
    from assay.results import store

    settings = asking.settings(asked)
    _check(asked, settings, cluster, kind)
    known = catalog.load()
    progress = Progress(quiet, verbose)

    show = asking.standing(progress)

    try:
        with progress:
            if resume is not None:
                output = resume
                if store.is_document(resume):
                    exporters.check("markdown", resume)
                document = (
                    clusters.resume(known, resume, clusters.Where(cluster, kind), progress, show)
                    if cluster is not None
                    else runs.resume(known, resume, progress, show)
                )
            else:
                output = output or default_output(suite, asked["data"])
                request = asking.request("run", asked, settings, suite=suite)
                store.check_replaceable(output)
                exporters.check("markdown", output)
                document = (
                    clusters.run(known, request, output, clusters.Where(cluster, kind), progress, show)
                    if cluster is not None
                    else runs.run(known, request, output, progress, show)
                )
    except runs.Interrupted as interrupted:
        if interrupted.blocks:
            found = analyse(store.read(interrupted.path))
            click.echo(exporters.render(exporters.DEFAULT, found), nl=False)
        where = f" --cluster {cluster}" if cluster else ""
        print(f"assay: {interrupted}; continue with: assay run --resume '{interrupted.path}'{where}", file=sys.stderr)
        return INTERRUPTED
    found = analyse(document)
    click.echo(exporters.render(exporters.DEFAULT, found), nl=False)
    report = exporters.write("markdown", found, output)
    print(f"\nResults: {output}\nReport:  {report}")
    return DONE if any(cell.status == "measured" and not cell.harness for cell in document.cells) else NEGATIVE


def _check(asked: dict[str, Any], settings: Settings, cluster: str | None, kind: str | None) -> None:
    """AssayError for options that do not go together."""
    from assay.base.errors import AssayError
    from assay.base.progress import duration

    if kind is not None and cluster is None:
        raise AssayError("--kind chooses among the nodes of a cluster: add --cluster ADDRESS")
    decided = settings.until == "decided"
    if decided and (settings.blocks is not None or cluster is not None):
        other = "--blocks" if settings.blocks is not None else "--cluster"
        raise AssayError(f"--until decided plans its own blocks, on one machine; leave out {other}")
    if settings.over_seconds is None:
        return
    others = {"--until decided": decided, "--disturbed": asked["disturbed"], "--cluster": cluster}
    for other, given in others.items():
        if given:
            raise AssayError(f"--over leaves one machine alone between blocks that are planned: leave out {other}")
    if settings.blocks is None and settings.over_seconds <= settings.budget_seconds:
        raise AssayError(
            f"--over {duration(settings.over_seconds)} is no longer than the measuring, "
            f"{duration(settings.budget_seconds)}: take a longer time, or a smaller --budget"
        )


def default_output(suite: str | None, data: Path | None) -> Path:
    name = cut(data.stem) if data else suite or "avro-languages"
    return Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}.json"
