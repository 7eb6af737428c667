"""assay setup"""

from __future__ import annotations

import click

from assay.cli.main import DONE


@click.command("setup")
@click.option("--dry-run", is_flag=True, help="Only say what would be installed.")
def command(dry_run: bool) -> int:
    """Install the Debian packages that contestants and measuring need.

    These are OCaml, Ruby, C and C++ libraries, Protobuf's compiler, Chromium, hyperfine, strace and valgrind.

    Nothing else ever installs anything outside `.venv` and the cache.
    """
    from assay.builder import packages

    needed = wanted()
    if not needed:
        click.echo("Nothing to install: every package that Debian has for the contestants is there.")
        return DONE
    click.echo(f"Debian packages to install: {' '.join(needed)}")
    if not dry_run:
        packages.install(needed)
    return DONE


def wanted() -> list[str]:
    """The Debian packages that contestants, measuring and other harnesses need, and that are not there."""
    from assay.builder import packages
    from assay.catalog import catalog
    from assay.peers import table as peers
    from assay.runner.callgrind import VALGRIND
    from assay.runner.hyperfine import HYPERFINE
    from assay.stores.syncs import STRACE

    return packages.wanted(catalog.load(), [HYPERFINE, STRACE, VALGRIND], peers.DEBIAN)
