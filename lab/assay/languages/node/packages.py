"""Packages of npm, installed once for what a lock file pins and shared by all builds that want them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

from assay.base import cache
from assay.base.tools import NODE, NPM, find
from assay.catalog.catalog import Contestant
from assay.languages.shared.cargo import profile
from assay.languages.shared.recipe import hash_files, hash_sources, optimized, run
from assay.languages.shared.sources import lay_folders, library_folders

LOCK = ("package.json", "package-lock.json")
NPM_QUIET = ("--ignore-scripts", "--no-audit", "--no-fund")


def install_packages(folder: Path, log: Path) -> None:
    """The packages that a folder's lock file pins, checked by its hashes; nothing of theirs is run."""
    run(["npm", "ci", *NPM_QUIET], log, cwd=folder)


def installed(kit: Path) -> Path:
    """The cached folder with the packages that a folder of the kits pins, in `node_modules`."""

    def install(folder: Path) -> None:
        for name in LOCK:
            shutil.copy(kit / name, folder)
        install_packages(folder, folder / "install.log")

    return cache.make_folder("tools", f"{kit.name}-{hash_files([kit / name for name in LOCK])[:20]}", install)


def lay_packages(contestant: Contestant, copy: Path) -> None:
    """Lay a contestant's packages into the copy of its folder, by hard links."""
    library = library_folders(contestant)
    if not library and not (copy / LOCK[0]).exists():
        return
    packages = _packages(contestant, library) / "node_modules"
    shutil.copytree(packages, copy / "node_modules", symlinks=True, copy_function=os.link)


def _packages(contestant: Contestant, library: list[Path]) -> Path:
    """The cached folder with a contestant's packages, the same for every schema and for browsers."""
    lock = [path for name in LOCK if (path := contestant.folder / name).exists()]
    settings = contestant.manifest.node
    compiled = settings.compiled if settings else []

    def install(folder: Path) -> None:
        log = folder / "install.log"
        for path in lock:
            shutil.copy(path, folder)
        if lock:
            install_packages(folder, log)
        if library:
            _install_library(library, folder, log)
        if compiled:
            _compile(compiled, folder, log)

    parts = [
        hash_files(lock),
        hash_sources(library) if library else "",
        *compiled,
        *(f"{tool.program} {find(tool).version}" for tool in (NODE, NPM)),
        *([] if optimized() else ["unoptimized"]),
    ]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]
    return cache.make_folder("packages", f"node-{contestant.folder.name}-{key}", install)


def _install_library(library: list[Path], folder: Path, log: Path) -> None:
    """Install a package of the checkout under its own name. What it depends on, the contestant's lock has to pin.

    ``library``: its folder, and those beside it that its build reads. One with a script ``build`` is built first, in a
    copy, by the packages that its own lock file pins.
    """
    package = library[0]
    if _is_built(package):
        package = lay_folders(library, folder / "library")
        install_packages(package, log)
        _build(package, log)
    if not (folder / LOCK[0]).exists():
        (folder / LOCK[0]).write_text('{"private": true}\n', encoding="utf-8")
    run(["npm", "install", "--no-save", "--offline", "--install-links", *NPM_QUIET, str(package)], log, cwd=folder)


def _build(package: Path, log: Path) -> None:
    """Run the script ``build``.

    What cargo makes for native parts is kept for the next time; one build at a time has it.
    """
    target = cargo_target()
    environment = {**os.environ, **profile(), "CARGO_TARGET_DIR": str(target)}
    with cache.locked(target):
        run(["npm", "run", "build"], log, cwd=package, environment=environment)


def cargo_target() -> Path:
    """Where cargo builds native parts, of libraries and in tests of them."""
    return cache.root() / ("cargo-target-node" if optimized() else "cargo-target-node-unoptimized")


def _is_built(library: Path) -> bool:
    package = json.loads((library / LOCK[0]).read_text(encoding="utf-8"))
    return "build" in package.get("scripts", {})


def _compile(packages: list[str], folder: Path, log: Path) -> None:
    """Run the install scripts of these packages only, with the order not to fetch a binary that no lock file pins.

    Node's headers are those beside the program, where they lie there, so that they are not fetched either.
    """
    environment = {**os.environ, "npm_config_build_from_source": "true", "JOBS": "max"}
    if not optimized():
        environment |= {"CFLAGS": "-O0", "CXXFLAGS": "-O0"}  # these come after the package's own
    prefix = Path(shutil.which("node") or "/nowhere").resolve().parents[1]
    if (prefix / "include" / "node" / "node.h").exists():
        environment["npm_config_nodedir"] = str(prefix)
    run(["npm", "rebuild", "--foreground-scripts", *packages], log, cwd=folder, environment=environment)
