"""assay setup"""

from __future__ import annotations

import click

from assay.cli import asking
from assay.cli.main import DONE


@click.command("setup")
@asking.options("setup")
def command(dry_run: bool, cluster: bool) -> int:
    """Install the Debian packages that contestants and measuring need.

    These are OCaml, Ruby, C and C++ libraries, Protobuf's compiler, Chromium, hyperfine, perf, strace and valgrind;
    and Debian's Python, if no other one here is built with profile-guided optimization.

    No other command installs anything outside `.venv` and the cache.
    """
    if cluster:
        return _ray()
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
    from assay.boundaries.stores.syncs import STRACE
    from assay.builder import packages
    from assay.catalog import catalog
    from assay.languages.python import interpreters
    from assay.measure.harnesses import table as peers
    from assay.profile import languages as profiled
    from assay.runner.callgrind import VALGRIND
    from assay.runner.hyperfine import HYPERFINE

    others = [*peers.DEBIAN, *profiled.debian(), *interpreters.packages()]
    return packages.wanted(catalog.load(), [HYPERFINE, STRACE, VALGRIND], others)


def _ray() -> int:
    """The launcher has installed it, where it was called by that: here only what is there is said."""
    from importlib import metadata

    from assay.base.errors import AssayError

    try:
        version = metadata.version("ray")
    except metadata.PackageNotFoundError:
        raise AssayError("Ray is not installed: run ./assay setup --cluster") from None
    click.echo(f"Ray {version} is in .venv. How to start a cluster: docs/cluster.md")
    return DONE
