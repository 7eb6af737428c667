"""assay test"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import click

from assay.cli.main import DONE, NEGATIVE
from assay.house import HOUSE

CHECKS = {
    "format": [sys.executable, "-m", "ruff", "format", "--check", "."],
    "lint": [sys.executable, "-m", "ruff", "check", "."],
    "types": [sys.executable, "-m", "mypy"],
}

# All tests, on as many processes as there are cores: they wait for builds and contestants most of the time.
EVERYTHING = ["-n", "auto"]


@click.command("test", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: Sequence[str]) -> int:
    """Run the project's own tests, lint, format and type checks.

    ARGUMENTS go to pytest; with any, only pytest is run.
    """
    checks = {} if arguments else CHECKS
    failed = []
    tests = [sys.executable, "-m", "pytest", *(arguments or EVERYTHING)]
    for name, check in {**checks, "tests": tests}.items():
        click.echo(f"--- {name}", err=True)
        if subprocess.run(check, cwd=HOUSE).returncode != 0:
            failed.append(name)
    if failed:
        click.echo(f"assay: failed: {', '.join(failed)}", err=True)
    return NEGATIVE if failed else DONE
