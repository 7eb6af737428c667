"""assay deciding"""

from __future__ import annotations

from pathlib import Path

import click

from assay.base.errors import AssayError, closest
from assay.cli import showing
from assay.cli.main import DONE
from assay.options import kinds

PERCENTS = kinds.Wholes(least=0)


@click.command("deciding")
@click.option("--tools", type=kinds.WORDS, help="Tools, by their names. Default: all.")
@click.option("--languages", type=kinds.WORDS, help="Of the contestants. Default: rust,java,node,python.")
@click.option(
    "--extra", "extras", type=kinds.Wholes(least=0), default="0,2,5,10,25", show_default=True, help="Extra work in %."
)
@click.option("--repeats", type=kinds.COUNT, default=1, show_default=True, help="Trials of each pair and tool.")
@click.option("--disturbed", is_flag=True, help="Also beside a background load.")
@click.option("--only-disturbed", is_flag=True, help="Beside a background load only.")
@click.option("--workload", default="person", show_default=True)
@click.option("--records", type=kinds.COUNT, default=1001, show_default=True, help="Records of a pass.")
@click.option("--margin", type=kinds.PERCENT, default="3%", show_default=True, help="What differs less is the same.")
@click.option("--seed", type=int, default=42, show_default=True)
@click.option("--output", type=kinds.FILE, default=Path("assay-results/deciding.json"), show_default=True)
@showing.to("tables")
def command(
    tools: list[str] | None,
    languages: list[str] | None,
    extras: list[int],
    repeats: int,
    disturbed: bool,
    only_disturbed: bool,
    workload: str,
    records: int,
    margin: float,
    seed: int,
    output: Path,
    form: str,
) -> int:
    """How long Assay and other tools take to tell two programs apart, and how often they are wrong.

    Builds programs that differ by a known share of work, and has each tool decide whether they differ. Writes a
    document after every trial, and goes on with it where it is there: the same with more repeats is another sitting.
    Prints the tables.
    """
    from assay.base.progress import Progress
    from assay.report import exporters
    from assay.report.pages import deciding
    from assay.results import store
    from assay.results.deciding import Asked
    from studies.deciding import course
    from studies.deciding.planting import OPERATION
    from studies.deciding.tools.table import TOOLS, named

    subjects = course.subjects()
    for language in languages or ():
        if language not in subjects:
            raise AssayError(f'"{language}" is not a language of this benchmark: {closest(language, subjects)}')
    asked = Asked(
        tools=[named(name).name for name in tools] if tools else [tool.name for tool in TOOLS],
        contestants={language: subjects[language] for language in languages or subjects},
        extras=extras,
        repeats=repeats,
        disturbed=[True] if only_disturbed else [False, True] if disturbed else [False],
        workload=workload,
        records=records,
        operation=OPERATION,
        margin=margin,
        seed=seed,
    )
    store.check_replaceable(output)
    with Progress() as progress:
        document = course.hold(asked, output, progress)
    file = output.with_suffix(exporters.exporter(form).SUFFIX)
    showing.show(deciding.sections(document), form, "Time to a right verdict", file)
    return DONE
