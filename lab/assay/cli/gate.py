"""assay gate"""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path

import click

from assay.cli import options
from assay.cli.compare import code, show


@click.command("gate")
@click.argument("suite", required=False)
@click.option("--contestant", required=True, help="Whose library it is, as language/name or name.")
@click.option("--old", required=True, metavar="SOURCE", help="A folder, an archive, ==RELEASE, or a Git revision.")
@click.option("--new", required=True, metavar="SOURCE", help="The same; for instance . for the working folder.")
@click.option(
    "--repository", type=options.FILE, default=Path(), help="The Git repository. Default: the working folder."
)
@click.option("--inside", default=".", show_default=True, help="Where the library lies in the repository.")
@click.option("--workload", "workloads", type=options.WORDS, help="Workloads. Default: those of the suite.")
@click.option("--operation", "operations", type=options.WORDS, help="Operations. Default: encode and decode.")
@click.option("--records", type=options.COUNTS, help="Records in a set. Default: the workload's own number.")
@click.option("--data", type=options.FILE, help="Your own records: FILE.avro, or FILE.jsonl.")
@click.option("--schema", type=options.FILE, help="Its Avro schema; else made from the records.")
@click.option(
    "--threshold", type=options.PERCENT, default="5%", show_default=True, help="Smaller changes do not count."
)
@click.option("--budget", type=options.TIME, default="4m", show_default=True, help="Time for measuring.")
@click.option("--blocks", type=options.POSITIVE, help="Exactly so many blocks, whatever the budget.")
@click.option("--seed", type=click.IntRange(min=0), default=42, show_default=True, help="Decides the data.")
@click.option("--confirm/--no-confirm", default=True, show_default=True, help="Measure again what has become slower.")
@click.option(
    "--counter",
    type=click.Choice(["time", "instructions"]),
    default="time",
    show_default=True,
    help="What is measured; instructions by callgrind, of languages compiled to machine code.",
)
@click.option("--output", type=options.FILE, help="The results document. Default: assay-results/<time>-gate.json.")
@click.option("--summary", type=options.FILE, help="Append the verdict to this file, as Markdown.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(
    suite: str | None,
    contestant: str,
    old: str,
    new: str,
    repository: Path,
    inside: str,
    workloads: list[str] | None,
    operations: list[str] | None,
    records: list[int] | None,
    data: Path | None,
    schema: Path | None,
    threshold: float,
    budget: float,
    blocks: int | None,
    seed: int,
    confirm: bool,
    counter: str,
    output: Path | None,
    summary: Path | None,
    quiet: bool,
) -> int:
    """Measure two versions of one contestant's library against each other, in one run.

    Exit code 0: the new one is not slower by more than the threshold; 1: it is, in two independent runs, or it does
    not do its work any more; 3: that cannot be told within the budget; 2: bad input.
    """
    from assay.analysis.judged import judge
    from assay.base.progress import Progress
    from assay.catalog import catalog
    from assay.changes.gate import gate, instructions, sources, variants
    from assay.measure.selection.files import own_file
    from assay.report import changed
    from assay.report.exporters import markdown
    from assay.results import store
    from assay.results.request import Request

    output = output or Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-gate.json"
    for path in filter(None, (output, summary)):
        store.check_writable(path)
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
        request = Request(
            suite=suite,
            workloads=workloads,
            contestants=list(names.values()),
            operations=operations,
            records=records,
            seed=seed,
            data=own_file(data) if data else None,
            data_schema=own_file(schema) if schema else None,
            baseline=names[variants.OLD],
            settings=gate.settings(threshold, budget=budget, blocks=blocks),
        )
        pair = names[variants.OLD], names[variants.NEW]
        if counting:
            judged = judge(instructions.count(known, request, pair, progress), threshold, 0.95, counter)
        else:
            judged = gate.hold(
                known, request, pair, threshold, output, progress, options.standing(progress), confirm=confirm
            )
    show(judged, "terminal")
    click.echo(verdict(code(judged)) if counting else f"{verdict(code(judged))}\n\nResults: {output}")
    if summary:
        with summary.open("a", encoding="utf-8") as file:
            heading = f"{original.name}: {new} beside {old}: {verdict(code(judged))}"
            file.write(f"# {heading}\n\n{markdown.printed(changed.sections(judged))}")
    return code(judged)


def verdict(exit_code: int) -> str:
    """The gate's answer in a few words."""
    return {0: "pass", 1: "FAIL", 3: "undecided"}[exit_code]
