"""Virtual environments with pinned requirements: made once for a lock file and an interpreter, shared by all builds."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from assay.base import cache
from assay.languages.python import interpreters
from assay.languages.shared.cargo import profile
from assay.languages.shared.recipe import hash_files, hash_sources, optimized, run
from assay.languages.shared.sources import lay_folders

# Bytecode for what adapters import: packages bring their tests along, which would take more than half of the time.
# A file that cannot be compiled is none that is imported.
COMPILE = """
import compileall, re, sys
compileall.compile_dir(sys.argv[1], quiet=2, rx=re.compile(re.escape(sys.argv[1]) + "/.*/tests?/"))
"""

NO_VARIABLES: Mapping[str, str] = {}


def environment(requirements: Path, library: Sequence[Path] = (), variables: Mapping[str, str] = NO_VARIABLES) -> Path:
    """The environment, with what the lock file names, if there is one, and the package of ``library``.

    ``library``: the folder of the package, and those beside it that its build reads, with these ``variables``.

    Errors: BuildFailed.
    """
    parts = [
        requirements.read_text(encoding="utf-8") if requirements.exists() else "",
        hash_sources(list(library)) if library else "",
        *(f"{name}={value}" for name, value in sorted(variables.items())),
        *(profile().values() if library else ()),
        hash_files([Path(__file__)]),
        interpreters.chosen().identity,
    ]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def make(folder: Path) -> None:
        # The lab's own pip installs into it, so it needs none, which saves seconds for each.
        log = folder / "install.log"
        run([interpreters.chosen().path, "-I", "-m", "venv", "--without-pip", str(folder)], log)
        if requirements.exists():
            pip(folder, log, "--require-hashes", "-r", str(requirements))
        if library:
            install_folder(library, folder, log, variables)
        run([interpreter(folder), "-c", COMPILE, str(folder / "lib")], log)

    return cache.make_folder("python", key, make)


def interpreter(environment: Path) -> str:
    return str(environment / "bin" / "python")


def pip(environment: Path, log: Path, *arguments: str, variables: Mapping[str, str] = NO_VARIABLES) -> None:
    """Install into an environment, with its programs on the path for backends that call them."""
    path = os.pathsep.join([str(environment / "bin"), os.environ.get("PATH", os.defpath)])
    command = [sys.executable, "-m", "pip", "--python", interpreter(environment), "--disable-pip-version-check"]
    install = [*command, "install", "--quiet", "--no-compile", *arguments]
    run(install, log, environment={**os.environ, **variables, "PATH": path})


def install_folder(library: Sequence[Path], environment: Path, log: Path, variables: Mapping[str, str]) -> None:
    """Build the package of the first folder and install it, from a copy, by a backend that the environment has.

    pip fetches nothing. What cargo makes of other packages is kept for the next time.
    """
    copy = environment / "source"
    package = lay_folders(library, copy)
    target = cache.root() / ("cargo-target-python" if optimized() else "cargo-target-python-unoptimized")
    told = {**variables, **profile(), "CARGO_TARGET_DIR": str(target)}
    pip(environment, log, "--no-index", "--no-deps", "--no-build-isolation", str(package), variables=told)
    shutil.rmtree(copy)
