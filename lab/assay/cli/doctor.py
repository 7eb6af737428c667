"""assay doctor"""

from __future__ import annotations

import click

from assay.cli.main import DONE, NEGATIVE


@click.command("doctor")
def command() -> int:
    """Check toolchains, profilers and contestants: what is missing, and how to get it.

    Exit code 1 when no contestant can be run.
    """
    from assay.base import cache
    from assay.base.tools import find
    from assay.build.builder import missing
    from assay.catalog import catalog
    from assay.languages.every import RECIPES
    from assay.profile.languages import profiling_in

    known = catalog.load()
    click.echo("Toolchains:")
    for recipe in RECIPES.values():
        for tool in recipe.tools:
            found = find(tool)
            state = found.problem or f"{found.version}, ok"
            click.echo(f"  {recipe.language:7} {tool.program:8} {state}")
    click.echo("Profilers:")
    for language in RECIPES:
        if profiling := profiling_in(language):
            click.echo(f"  {language:7} {profiling.problem() or 'ok'}")
    click.echo("Contestants:")
    ready = 0
    for contestant in known.contestants.values():
        problem = missing(contestant)
        ready += not problem and not contestant.manifest.harness
        state = f"missing: {problem}" if problem else "can be built"
        click.echo(f"  {contestant.name:26} {contestant.manifest.version:8} {state}")
    click.echo(f"Cache: {cache.root()} (ASSAY_CACHE names another)")
    return DONE if ready else NEGATIVE
