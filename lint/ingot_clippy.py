"""Runs clippy over Ingot's crates and their tests, with and without unsafe code, over the modules of Python and of
Node.js.

``--all``: also over the program that asks peers, for which all of them are built. Every warning is an error.
"""

from __future__ import annotations

import subprocess
import sys

from assay.base import cache
from assay.base.checkout import CHECKOUT
from toolchain import require


def main() -> int:
    require("clippy")
    # The optional features; under `safe` the modules with unsafe code are not there.
    optional = "ingot/arrow,ingot/async,ingot/serde"
    checks: list[tuple[str, ...]] = [
        ("rust", "--features", optional),
        ("rust", "--features", f"{optional},ingot/safe"),
        ("python",),
        ("javascript/store",),
        ("javascript/store", "--features", "safe"),
    ]
    if "--all" in sys.argv[1:]:
        checks.append(("peers",))
    return max(clippy(*check) for check in checks)


def clippy(folder: str, *features: str) -> int:
    command = [
        *("cargo", "clippy", "--quiet", "--workspace", "--all-targets", "--locked", *features),
        *("--manifest-path", str(CHECKOUT / "ingot" / folder / "Cargo.toml")),
        *("--target-dir", str(cache.root() / "clippy" / "ingot")),
        *("--", "-Dwarnings"),
    ]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
