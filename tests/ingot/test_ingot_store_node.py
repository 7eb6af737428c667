"""Ingot's own tests of its store in Node.js, by the command that its README names, in a copy of what they need."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.base.tools import CARGO, NODE, NPM, find
from assay.languages.node.packages import cargo_target, install_packages
from assay.languages.shared.cargo import profile
from assay.languages.shared.recipe import hash_sources
from assay.languages.shared.sources import lay_folders

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("cargo") and shutil.which("npm")), reason="needs Rust, Node.js and npm"),
]

INGOT = CHECKOUT / "ingot"
SOURCES = [INGOT / "javascript" / "store", INGOT / "rust", INGOT / "docs"]


@pytest.mark.parametrize(
    "features", [pytest.param("", id="fast"), pytest.param("safe", id="safe", marks=pytest.mark.nightly)]
)
def test_the_package(features: str) -> None:
    """What has passed is not run again until its sources change."""
    parts = [hash_sources(SOURCES), features, *(find(tool).version for tool in (CARGO, NODE, NPM))]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]
    target = cargo_target()

    def run(folder: Path) -> None:
        copy = lay_folders(SOURCES, folder / "ingot")
        install_packages(copy, folder / "install.log")
        environment = {**os.environ, **profile(), "CARGO_TARGET_DIR": str(target), "INGOT_STORE_FEATURES": features}
        with cache.locked(target):
            done = subprocess.run(["npm", "test"], cwd=copy, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        shutil.rmtree(folder / "ingot")

    cache.make_folder("ingot-passed", f"store-node-{key}", run)
