"""assay doctor"""

from __future__ import annotations

from collections.abc import Sequence

import click

from assay.base.tables import Line, Section, Table
from assay.cli import showing
from assay.cli.main import DONE, NEGATIVE


@click.command("doctor")
def command() -> int:
    """Check toolchains, profilers and contestants: what is missing, and how to get it.

    Exit code 1 when no contestant can be run.
    """
    from assay.base import cache
    from assay.base.tools import find
    from assay.builder.builder import missing
    from assay.catalog import catalog
    from assay.languages.every import RECIPES
    from assay.profile.languages import profiling_in

    known = catalog.load()
    tools = [
        (recipe.language, tool.program, found.problem or f"{found.version}, ok")
        for recipe in RECIPES.values()
        for tool in recipe.tools
        for found in [find(tool)]
    ]
    profilers = [(language, one.problem() or "ok") for language in RECIPES if (one := profiling_in(language))]
    contestants = list(known.contestants.values())
    problems = [missing(one) for one in contestants]
    builds = [
        (one.name, one.manifest.version, f"missing: {problem}" if problem else "can be built")
        for one, problem in zip(contestants, problems, strict=True)
    ]
    showing.show(
        [
            _section("Toolchains", ["language", "program", "state"], tools),
            _section("Profilers", ["language", "state"], profilers),
            _section("Contestants", ["contestant", "version", "state"], builds),
            Section("", notes=[f"Cache: {cache.root()} (ASSAY_CACHE names another)"], lead=True),
        ]
    )
    ready = any(not problem and not one.manifest.harness for one, problem in zip(contestants, problems, strict=True))
    return DONE if ready else NEGATIVE


def _section(title: str, columns: list[str], rows: Sequence[Sequence[str]]) -> Section:
    return Section(title, Table(columns, [Line(list(row)) for row in rows]))
