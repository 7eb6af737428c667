"""Ingot's own tests in JavaScript, by the command that its README names, in a copy with the packages of its lock."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.base.tools import NODE, NPM, find
from assay.languages.node.packages import install_packages
from assay.languages.shared.recipe import PASSED_OVER, hash_sources

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("npm"), reason="needs Node.js and npm")]

PACKAGE = CHECKOUT / "ingot" / "javascript"
ROWS = CHECKOUT / "conformance" / "avro" / "rows"


def test_the_package() -> None:
    """What has passed is not run again until its sources change."""
    parts = [hash_sources([PACKAGE, ROWS]), *(find(tool).version for tool in (NODE, NPM))]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def run(folder: Path) -> None:
        copy = folder / "ingot" / "javascript"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns(*PASSED_OVER, "dist"))
        rows = folder / ROWS.relative_to(CHECKOUT)
        rows.parent.mkdir(parents=True)
        rows.symlink_to(ROWS)
        install_packages(copy, folder / "install.log")
        done = subprocess.run(["npm", "test"], cwd=copy, env=os.environ, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        shutil.rmtree(folder / "ingot")

    cache.make_folder("ingot-passed", f"javascript-{key}", run)
