"""Runs clippy over the Rust kit; with `--all` over every contestant that uses it, with types generated for one schema.

The kit alone is checked through the contestant that needs the fewest crates: in seconds, where all take minutes.
Clippy stands in for the compiler, so that it sees the kit, too: a package of its own, that contestants only depend on.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.catalog import catalog
from assay.catalog.catalog import Contestant
from assay.languages.rust.making import Making
from assay.languages.rust.recipe import RECIPE, profiled
from assay.languages.shared.recipe import UNOPTIMIZED
from toolchain import require

SCHEMA = CHECKOUT / "workloads" / "person" / "schema.avsc"


def main(everything: bool) -> int:
    require("clippy")
    os.environ[UNOPTIMIZED] = "1"
    room = cache.root() / "clippy"
    contestants = [c for c in catalog.load().contestants.values() if c.language == "rust"]
    if not everything:
        contestants = [min(contestants, key=lambda one: (one.folder / "Cargo.lock").stat().st_size)]
    return max(check(contestant, room) for contestant in contestants)


def check(contestant: Contestant, room: Path) -> int:
    making = Making(SCHEMA.read_text(encoding="utf-8"), room / contestant.folder.name, room / "log")
    making.folder.mkdir(parents=True, exist_ok=True)
    if contestant.manifest.types != "none":
        RECIPE.generate(contestant, making)
    command = [
        *("cargo", "check", "--quiet", "--release", "--locked"),
        *("--manifest-path", str(contestant.folder / "Cargo.toml"), "--target-dir", str(room / "target")),
    ]
    environment = {**profiled(), **making.variables, "RUSTC_WRAPPER": "clippy-driver", "RUSTFLAGS": "-Dwarnings"}
    return subprocess.run(command, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main("--all" in sys.argv[1:]))
