"""Runs a program of the npm packages that package-lock.json pins: `lint/run python lint/npm.py prettier FILE...`.

The packages are installed once into the lab's cache, so that nothing untracked lies in the repository.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from assay.base import cache
from assay.base.errors import AssayError
from assay.languages.node.packages import install_packages
from assay.languages.shared.recipe import BuildFailed, hash_files
from toolchain import require

HERE = Path(__file__).resolve().parent
LOCK = [HERE / "package.json", HERE / "package-lock.json"]


def packages() -> Path:
    def install(folder: Path) -> None:
        for path in LOCK:
            shutil.copy(path, folder)
        install_packages(folder, folder / "install.log")

    return cache.make_folder("tools", f"lint-{hash_files(LOCK)[:20]}", install) / "node_modules"


def main(program: str, arguments: list[str]) -> int:
    require("node")
    try:
        modules = packages()
    except (AssayError, BuildFailed) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    if program == "tsc":
        arguments = [*arguments, "--typeRoots", str(modules / "@types")]
    # ESLint's configuration finds its packages by this.
    environment = {**os.environ, "NODE_PATH": str(modules)}
    return subprocess.run([str(modules / ".bin" / program), *arguments], env=environment).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], sys.argv[2:]))
