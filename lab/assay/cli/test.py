"""assay test"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

import click

from assay.base.checkout import CHECKOUT
from assay.cli.main import DONE, NEGATIVE

# Formatters, linters and type checks of every language, as .pre-commit-config.yaml lists them.
CHECKS = [sys.executable, "-m", "pre_commit", "run", "--all-files"]

# On as many processes as there are cores, each of which takes what is next, in the groups of tests/ordering.py.
EVERYTHING = ["-n", "auto", "--dist", "loadscope", "--no-loadscope-reorder"]
FAST = ["-m", "not slow"]
NIGHTLY = ["-m", ""]  # pyproject.toml leaves out those that are marked so

# The tests of the image, which build it only where this variable is 1.
OF_IMAGE = ["tests/image", "-rs"]
IMAGE = "ASSAY_TEST_IMAGE"

# Where it is set, each of the many processes that tests start compiles the whole lab again.
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


@click.command("test", context_settings={"ignore_unknown_options": True})
@click.option("--fast", is_flag=True, help="Without tests that build contestants or do whole runs: two minutes.")
@click.option("--nightly", is_flag=True, help="Also the largest tests, of which smaller ones are done every time.")
@click.option("--image", is_flag=True, help="Build the container image, and prove and measure in it, alone.")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(fast: bool, nightly: bool, image: bool, arguments: Sequence[str]) -> int:
    """Run the project's own tests, lint, format and type checks.

    ARGUMENTS go to pytest; with any, only pytest is run.
    """
    if image:
        os.environ[IMAGE] = "1"
        arguments = [*OF_IMAGE, *arguments]
    chosen = FAST if fast else NIGHTLY if nightly else []
    tests = [sys.executable, "-m", "pytest", *chosen, *(arguments or EVERYTHING)]
    os.environ.pop(NO_BYTECODE, None)
    with tempfile.TemporaryFile() as said:
        # Beside the tests: the longest of them is one process, and would leave a core idle.
        checks = None if arguments else subprocess.Popen(CHECKS, cwd=CHECKOUT, stdout=said, stderr=subprocess.STDOUT)
        failed = ["tests"] if subprocess.run(tests, cwd=CHECKOUT).returncode != 0 else []
        if checks is not None:
            failed += ["format, lint and types"] if checks.wait() != 0 else []
            said.seek(0)
            click.echo(said.read().decode(errors="replace"), err=True)
    if failed:
        click.echo(f"assay: failed: {', '.join(failed)}", err=True)
    return NEGATIVE if failed else DONE
