"""assay outdated"""

from __future__ import annotations

import click

from assay.cli import asking, showing
from assay.cli.main import DONE, NEGATIVE


@click.command("outdated")
@click.argument("names", metavar="[NAME…]", nargs=-1)
@asking.options("outdated")
@showing.to("tables")
def command(names: tuple[str, ...], languages: list[str] | None, limit: float, quiet: bool, form: str) -> int:
    """Say which pinned versions are older than the newest release that their registry has.

    NAME: contestants, as language/name or name, or folders of kits, as kits/rust. Default: all. Exit code 1 if
    something is behind.
    """
    from assay.base.progress import Progress
    from assay.base.words import many
    from assay.builder import outdated
    from assay.catalog import catalog

    found = outdated.pinned(catalog.load(), names, languages or ())
    with Progress(quiet) as progress:
        progress.say(f"Asking registries about {many(len(found), 'pinned version')}; all of them take some minutes")
        judged = outdated.judge(found, limit, progress.now)
    showing.show([outdated.section(judged)], form)
    return NEGATIVE if any(one.state == "behind" for one in judged) else DONE
