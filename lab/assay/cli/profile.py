"""assay profile"""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path

import click

from assay.cli import asking, showing
from assay.cli.main import DONE


@click.command("profile")
@click.argument("contestant")
@asking.options("profile")
def command(
    contestant: str,
    workload: str,
    operation: str | None,
    against: str | None,
    records: int | None,
    seconds: float,
    seed: int,
    output: Path | None,
    quiet: bool,
) -> int:
    """Show where the time of a contestant's operation goes.

    Builds, proves and warms up the contestant, and samples it in the measuring loop. Prints the hottest functions, and
    where memory is allocated; writes a flamegraph as a page and as SVG, and the stacks for other tools (.folded).
    """
    from assay.base.errors import AssayError
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.profile import files
    from assay.profile.languages import profiling_of
    from assay.profile.sample import profile
    from assay.profile.subject import Wanted, operation_of
    from assay.profile.tables import sections
    from assay.report import exporters
    from assay.results import store

    known = catalog.load()
    named = [known.contestant(word) for word in (contestant, against) if word]
    known.workload(workload)
    name = operation_of(named[0], operation)
    wanted = Wanted(workload, name, records, seed, seconds)
    for one in named:  # all that can be wrong is said before anything slow
        operation_of(one, name)
        profiling_of(one)
    words = "-".join([one.name.replace("/", "-") for one in named] + [workload, name])
    output = output or Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-profile-{words}.html"
    store.check_writable(output)
    if output.suffix in files.BESIDE:
        raise AssayError(f"{output}: {output.suffix} is for a file beside the page; let its name end in .html")
    with Progress(quiet) as progress, tempfile.TemporaryDirectory(prefix="assay-") as text:
        found = [profile(known, one, wanted, Path(text) / str(number), progress) for number, one in enumerate(named)]
    other = found[1] if against else None
    showing.show(sections(found[0], other))
    written = files.write(found[0], other, output, exporters.exporter("html").sections)
    beside = ", ".join(path.name.removeprefix(output.stem) for path in written[1:])
    click.echo(f"Flamegraph: {written[0]} (and {beside} beside it)")
    return DONE
