"""assay build"""

from __future__ import annotations

from typing import Any

import click

from assay.cli import asking
from assay.cli.main import DONE, NEGATIVE


@click.command("build")
@click.argument("suite", required=False)
@asking.options("build")
def command(suite: str | None, jmh: bool, quiet: bool, **asked: Any) -> int:
    """Build the contestants of a suite, without proving or measuring them.

    With --jmh print the path of a jar: `java -jar JAR -p params=WORKLOAD/CONTESTANT -f 1 -wi 3 -i 3`.
    """
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.measure.selection.select import select

    request = asking.request("build", asked, asking.settings(asked), suite=suite)
    with Progress(quiet) as progress:
        selection = select(catalog.load(), request, progress.now)
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
    from assay.builder.parallel import Job, State, build_all

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
