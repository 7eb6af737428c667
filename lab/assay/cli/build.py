"""assay build"""

from __future__ import annotations

from typing import Any

import click

from assay.cli import options
from assay.cli.main import DONE, NEGATIVE


@click.command("build")
@options.filters
@click.option("--jmh", is_flag=True, help="One runnable jar of JMH with the suite's Java contestants; prints its path.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(jmh: bool, quiet: bool, memory_limit: float, timeout: float, **filters: Any) -> int:
    """Build the contestants of a suite, without proving or measuring them.

    With --jmh print the path of a jar: `java -jar JAR -p params=WORKLOAD/CONTESTANT -f 1 -wi 3 -i 3`.
    """
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.measure import profiles
    from assay.measure.selection.select import select

    settings = profiles.settings(profiles.QUICK, memory_limit=round(memory_limit), reply_seconds=timeout)
    with Progress(quiet) as progress:
        selection = select(catalog.load(), options.request(filters, settings), progress.now)
        return _jar(selection, progress) if jmh else _contestants(selection, progress)


def _jar(selection: Any, progress: Any) -> int:
    from assay.base.errors import AssayError
    from assay.languages.shared.recipe import BuildFailed
    from assay.measure.harnesses.jmh_jar import cached_jar

    progress.now("building the jar")
    try:
        jar = cached_jar(selection.suite.name, selection.contestants, selection.record_sets)
    except BuildFailed as error:
        raise AssayError(f"the jar cannot be built: {error}") from None
    click.echo(str(jar))
    return DONE


def _contestants(selection: Any, progress: Any) -> int:
    from assay.build.parallel import Job, State, build_all

    def report(state: State) -> None:
        if one := state.finished:
            reason = f": {one.reason}" if one.reason else ""
            progress.say(f"  {one.contestant.name}: {one.status}{reason} ({state.done} of {state.total})")

    failed = False
    for records in selection.record_sets:
        progress.say(records.workload)
        built = build_all([Job(contestant, records) for contestant in selection.contestants], report)
        failed |= any(one.status == "failed" for one in built)
    return NEGATIVE if failed else DONE
