"""Ingot's own tests in Rust, by the command that its README names."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from assay.base import cache
from assay.base.checkout import CHECKOUT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")]


@pytest.mark.parametrize("features", [[], ["--features", "ingot/safe"]], ids=["fast", "safe"])
def test_the_crates_of_rust(features: list[str]) -> None:
    """They are built where nothing else is: cargo then builds again only what has changed."""
    target = cache.root() / "cargo-target-ingot"
    command = ["cargo", "test", "--workspace", "--locked", "--quiet", *features]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    with cache.locked(target):
        done = subprocess.run(command, cwd=CHECKOUT / "ingot" / "rust", env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
