"""Ingot's own commands, run as its README says; what has passed is not run again until its sources change."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.base.tools import CARGO, find
from assay.languages.shared.recipe import hash_sources

INGOT = CHECKOUT / "ingot"

# All that the commands read, but for what cargo fetches by the locks in it.
SOURCES = [
    *(INGOT / name for name in ("README.md", "check", "docs", "rust", "spec")),
    CHECKOUT / "conformance" / "avro",
]

NO_VARIABLES: Mapping[str, str] = {}

# Where all that is tested of Ingot's Rust is built, so that cargo builds again only what has changed.
TARGET = cache.root() / "cargo-target-ingot"


def passes(folder: str, *command: str, variables: Mapping[str, str] = NO_VARIABLES) -> None:
    """Run a command in a folder of Ingot's, with these variables; AssertionError, with what it said, if it fails."""
    told = [f"{name}={value}" for name, value in sorted(variables.items())]
    parts = [hash_sources(SOURCES), find(CARGO).version, folder, *command, *told]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def run(_: Path) -> None:
        environment = {**os.environ, **variables, "CARGO_TARGET_DIR": str(TARGET)}
        with cache.locked(TARGET):
            done = subprocess.run(command, cwd=INGOT / folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    cache.make_folder("ingot-passed", key, run)
