"""Runs clippy over Ingot's crates and their tests, and over the module of Python; every warning is an error."""

from __future__ import annotations

import subprocess
import sys

from assay.base import cache
from assay.base.checkout import CHECKOUT
from toolchain import require


def main() -> int:
    require("clippy")
    return max(clippy(folder) for folder in ("rust", "python"))


def clippy(folder: str) -> int:
    command = [
        *("cargo", "clippy", "--quiet", "--workspace", "--all-targets", "--locked"),
        *("--manifest-path", str(CHECKOUT / "ingot" / folder / "Cargo.toml")),
        *("--target-dir", str(cache.root() / "clippy" / "ingot")),
        *("--", "-Dwarnings"),
    ]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
